import { Check, LoaderCircle, TriangleAlert } from "lucide-react";
import { useFormats, useText } from "@/i18n";
import type { Step } from "./stream";
import { text } from "./text";

/** How the answer is being found: what was done, for how long, with what outcome. */
export function Steps({ steps, live }: { steps: readonly Step[]; live: boolean }) {
  const words = useText(text);
  const { duration } = useFormats();
  if (steps.length === 0) return null;
  const names: Record<string, string> = {
    query_understand: words.understand,
    knowledge_search: words.search,
  };
  return (
    <ol aria-live={live ? "polite" : "off"} className="flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
      {steps.map((step) => {
        const Icon = step.failed ? TriangleAlert : step.done ? Check : LoaderCircle;
        return (
          <li key={step.id} className="flex items-center gap-1.5">
            <Icon size={14} aria-hidden className={step.done ? "" : "animate-spin"} />
            {names[step.name] ?? step.name}
            <Outcome step={step} />
            {step.done && <span>{duration(step.milliseconds)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Outcome({ step: { name, done, failed, data } }: { step: Step }) {
  const words = useText(text);
  if (failed) return <span>{words.stepFailed}</span>;
  if (!done || name !== "knowledge_search") return null;
  const count = Number(data.count ?? 0);
  const attempts = Number(data.attempts ?? 1);
  return (
    <span>
      {count > 0 ? words.found(count, Number(data.doc_count ?? 0)) : words.foundNothing}
      {attempts > 1 && `, ${words.again(attempts)}`}
    </span>
  );
}
