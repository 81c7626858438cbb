import { X } from "lucide-react";
import { Button } from "@/components/Button";
import { Field, Select } from "@/components/Field";
import { QUERY_TYPES, useStageName } from "@/components/stages";
import { useText } from "@/i18n";
import { type Filter, paramsOf, RISKS } from "./filter";
import { text } from "./text";

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

export function Filters({ filter, onChange }: Props) {
  const words = useText(text);
  const stage = useStageName();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-40">
        <Field
          label={words.since}
          type="date"
          value={filter.since}
          onChange={(event) => onChange({ ...filter, since: event.target.value })}
        />
      </div>
      <div className="w-40">
        <Field
          label={words.until}
          type="date"
          value={filter.until}
          onChange={(event) => onChange({ ...filter, until: event.target.value })}
        />
      </div>
      <div className="w-40">
        <Select
          label={words.type}
          value={filter.type}
          choices={[
            { value: "", label: words.allTypes },
            ...QUERY_TYPES.map((type): { value: string; label: string } => ({
              value: type,
              label: stage(type),
            })),
          ]}
          onChoose={(type) => onChange({ ...filter, type })}
        />
      </div>
      <div className="w-32">
        <Select
          label={words.refusals}
          value={filter.refused}
          choices={[
            { value: "", label: words.anyOutcome },
            { value: "yes", label: words.onlyRefused },
            { value: "no", label: words.onlyAnswered },
          ]}
          onChoose={(refused) => onChange({ ...filter, refused })}
        />
      </div>
      <div className="w-40">
        <Select
          label={words.risk}
          value={filter.risk}
          choices={[
            { value: "" as Filter["risk"], label: words.anyRisk },
            ...RISKS.map((risk) => ({ value: risk, label: words[risk] })),
          ]}
          onChoose={(risk) => onChange({ ...filter, risk })}
        />
      </div>
      {paramsOf(filter).size > 0 && (
        <Button
          icon={X}
          kind="quiet"
          onClick={() => onChange({ since: "", until: "", type: "", refused: "", risk: "" })}
        >
          {words.clear}
        </Button>
      )}
    </div>
  );
}
