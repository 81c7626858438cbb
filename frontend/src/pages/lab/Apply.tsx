import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Select } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { toast } from "@/components/toasts";
import { useText } from "@/i18n";
import type { Config } from "./cuts";
import { type Base, useApply } from "./queries";
import { text } from "./text";

interface Props {
  config: Config;
  bases: readonly Base[];
  onClose: () => void;
}

/** A setting becomes that of a base; what is there is cut anew only where that is wanted. */
export function Apply({ config, bases, onClose }: Props) {
  const words = useText(text);
  const form = useId();
  const apply = useApply();
  const [base, setBase] = useState(bases[0]?.id ?? "");
  const [again, setAgain] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply.mutate(
      { base, config, again },
      {
        onSuccess: () => {
          toast(words.applied);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={words.apply}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} disabled={apply.isPending}>
          {words.applyNow}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Select
          label={words.base}
          hint={words.applyHint}
          value={base}
          choices={bases.map((each) => ({ value: each.id, label: each.name }))}
          onChoose={setBase}
        />
        <Check
          label={words.again}
          hint={words.againHint}
          checked={again}
          onChange={(event) => setAgain(event.target.checked)}
        />
        {apply.isError && <ErrorNotice error={apply.error} />}
      </form>
    </Dialog>
  );
}
