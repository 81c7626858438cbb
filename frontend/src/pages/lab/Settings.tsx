import { Check, Field, Select } from "@/components/Field";
import { useText } from "@/i18n";
import { type Setting, STRATEGIES } from "./cuts";
import { text } from "./text";

interface Props {
  name: string;
  setting: Setting;
  onChange: (setting: Setting) => void;
}

/** The boxes of a setting. */
export function Settings({ name, setting, onChange }: Props) {
  const words = useText(text);
  const number = (key: "size" | "overlap" | "tokens" | "parent" | "child", least: number) => (
    <div className="w-28">
      <Field
        label={words[key]}
        type="number"
        min={least}
        step={key === "tokens" ? 16 : 32}
        placeholder={words.asSet}
        value={setting[key]}
        onChange={(event) => onChange({ ...setting, [key]: event.target.value })}
      />
    </div>
  );
  return (
    <fieldset className="flex flex-wrap items-end gap-3 rounded-md border px-3 pt-1 pb-3">
      <legend className="px-1 text-small font-semibold text-muted">
        {words.setting} {name}
      </legend>
      {number("size", 1)}
      {number("overlap", 0)}
      <div className="w-44">
        <Select
          label={words.strategy}
          value={setting.strategy}
          choices={[
            { value: "", label: words.asSet },
            ...STRATEGIES.map((value) => ({ value, label: words[value] })),
          ]}
          onChoose={(strategy) => onChange({ ...setting, strategy })}
        />
      </div>
      {number("tokens", 0)}
      <div className="flex min-h-9 items-center">
        <Check
          label={words.family}
          checked={setting.family}
          onChange={(event) => onChange({ ...setting, family: event.target.checked })}
        />
      </div>
      {setting.family && (
        <>
          {number("parent", 1)}
          {number("child", 1)}
        </>
      )}
    </fieldset>
  );
}
