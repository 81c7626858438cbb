import { X } from "lucide-react";
import { createStore, useStore } from "@/app/store";
import { useText } from "@/i18n";
import { IconButton } from "./Button";
import { text } from "./text";

interface Toast {
  id: number;
  message: string;
  action: { label: string; run: () => void } | undefined;
}

const LASTS = 5_000;
/** Longer where there is something to press. */
const LASTS_WITH_ACTION = 10_000;

const toasts = createStore<readonly Toast[]>([]);
let next = 0;

/** Tells something that needs no answer. Errors of what a person does now stand where they do it, not here. */
export function toast(message: string, action?: { label: string; run: () => void }): void {
  const id = next++;
  toasts.set([...toasts.get().slice(-2), { id, message, action }]);
  setTimeout(() => dismiss(id), action ? LASTS_WITH_ACTION : LASTS);
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

export function Toasts() {
  const words = useText(text);
  return (
    <section
      aria-label={words.notifications}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex flex-col items-center gap-2 px-4 md:bottom-4"
    >
      {useStore(toasts).map(({ id, message, action }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-center gap-3 rounded-md border bg-raised py-1 pr-1 pl-4 text-meta shadow-float"
        >
          {message}
          {action && (
            <button type="button" className="font-semibold text-accent" onClick={action.run}>
              {action.label}
            </button>
          )}
          <IconButton icon={X} label={words.close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </section>
  );
}
