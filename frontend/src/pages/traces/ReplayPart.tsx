import { RotateCcw, ShieldCheck } from "lucide-react";
import { Button } from "@/components/Button";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { useText } from "@/i18n";
import { type Difference, differencesOf, type Line } from "./diff";
import { type Replay, useReplay } from "./queries";
import { text } from "./text";
import type { Trace } from "./trace";

/** The question again, or its check, with what is otherwise today. */
export function ReplayPart({ trace }: { trace: Trace }) {
  const words = useText(text);
  const replay = useReplay(trace.trace_id);
  const checked = (trace.claims ?? []).length > 0;
  return (
    <section aria-label={words.replay} className="flex flex-col gap-3">
      <h2 className="font-semibold">{words.replay}</h2>
      <p className="text-meta text-muted">{words.replayHint}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCcw} disabled={replay.isPending} onClick={() => replay.mutate(false)}>
          {words.again}
        </Button>
        {checked && (
          <Button icon={ShieldCheck} disabled={replay.isPending} onClick={() => replay.mutate(true)}>
            {words.verify}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {replay.isPending && (
          <div role="status" aria-label={words.running}>
            <SkeletonRows rows={3} />
          </div>
        )}
        {replay.isError && <ErrorNotice error={replay.error} />}
        {replay.data && <Told replay={replay.data} />}
      </div>
    </section>
  );
}

function Told({ replay }: { replay: Replay }) {
  const words = useText(text);
  const differences = differencesOf(replay.differences);
  const lacks: Readonly<Record<string, string>> = { images: words.images, attachments: words.attachments };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-meta font-semibold">
        {replay.same ? words.same : words.differs(differences.length)}
      </p>
      {replay.redacted && <p className="text-small text-muted">{words.redacted}</p>}
      {replay.altered.length > 0 && <p className="text-small">{words.altered(replay.altered.length)}</p>}
      {replay.lacking.length > 0 && (
        <p className="text-small">
          {words.lacking(replay.lacking.map((each) => lacks[each] ?? each).join(", "))}
        </p>
      )}
      {differences.map((each) => (
        <Otherwise key={each.name} difference={each} />
      ))}
    </div>
  );
}

function Otherwise({ difference }: { difference: Difference }) {
  const words = useText(text);
  const names = words as Readonly<Record<string, unknown>>;
  const name = names[difference.name];
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-small font-semibold text-muted">
        {typeof name === "string" ? name : difference.name}
      </h3>
      {difference.kind === "values" ? (
        <dl className="grid grid-cols-[4rem_1fr] gap-x-3 gap-y-1 rounded-md border bg-raised px-3 py-2 text-meta">
          <dt className="text-muted">{words.before}</dt>
          <dd>{difference.before}</dd>
          <dt className="text-muted">{words.after}</dt>
          <dd>{difference.after}</dd>
        </dl>
      ) : (
        <div className="rounded-md border bg-raised px-3 py-2 text-meta">
          {difference.lines.length === 0 && <p>{words.moved}</p>}
          {difference.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and none moves.
            <Changed key={index} line={line} />
          ))}
        </div>
      )}
    </section>
  );
}

function Changed({ line: { sign, text: said } }: { line: Line }) {
  const words = useText(text);
  const whole = (
    <>
      <span aria-hidden className="inline-block w-4 font-mono">
        {sign === "-" ? "−" : sign}
      </span>
      {sign !== " " && <span className="sr-only">{sign === "+" ? words.added : words.removed}: </span>}
      {said}
    </>
  );
  if (sign === "+") return <ins className="block bg-wash no-underline">{whole}</ins>;
  if (sign === "-") return <del className="block text-muted line-through">{whole}</del>;
  return <p>{whole}</p>;
}
