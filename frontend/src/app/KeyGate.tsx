import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { access, keepKey } from "@/api/access";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Check, Field } from "@/components/Field";
import { useText } from "@/i18n";
import { useStore } from "./store";
import { text } from "./text";

/** Asks for the server's key when it refuses the one it was given, or was given none. */
export function KeyGate() {
  const { refused } = useStore(access);
  return refused ? <Ask /> : null;
}

function Ask() {
  const words = useText(text);
  const queries = useQueryClient();
  const { key: known } = useStore(access);
  const [key, setKey] = useState("");
  const [remember, setRemember] = useState(false);
  const close = () => access.set({ ...access.get(), refused: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!key.trim()) return;
    keepKey(key.trim(), { remember });
    void queries.invalidateQueries();
  };
  return (
    <Dialog title={words.keyTitle} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={words.key}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
          hint={words.keyHint}
          error={known ? words.keyWrong : undefined}
        />
        <Check
          label={words.keyRemember}
          checked={remember}
          onChange={(event) => setRemember(event.target.checked)}
        />
        <div className="flex justify-end">
          <Button kind="primary" type="submit">
            {words.keyUse}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
