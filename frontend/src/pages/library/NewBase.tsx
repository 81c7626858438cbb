import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Field, Select } from "@/components/Field";
import { ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { type Base, useCreateBase } from "./queries";
import { text } from "./text";

export function NewBase({ onClose }: { onClose: (made?: Base) => void }) {
  const words = useText(text);
  const form = useId();
  const create = useCreateBase();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<"document" | "faq">("document");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate({ name: name.trim(), kind }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={words.newBase}
      onClose={() => onClose()}
      actions={
        <Button kind="primary" type="submit" form={form} disabled={!name.trim() || create.isPending}>
          {words.create}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={words.baseName}
          hint={words.baseNameHint}
          autoFocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={words.baseKind}
          value={kind}
          choices={[
            { value: "document", label: words.kindDocument },
            { value: "faq", label: words.kindFaq },
          ]}
          onChoose={setKind}
        />
        {create.isError && <ErrorNotice error={create.error} />}
      </form>
    </Dialog>
  );
}
