import { Skeleton } from "@/components/States";
import { useFormats, useText } from "@/i18n";
import type { Summary } from "./queries";
import { text } from "./text";

/** What the answers of the period come to; the parts that are read here, by their names in the API. */
interface Told {
  answerability: { refused?: number; share?: number };
  retries: { crag_retry_rate?: number };
  risk: { groundedness?: number | null; escalation_required?: number };
  latency: { stages?: Record<string, { p50: number | null; p95: number | null }> };
}

export function Figures({ summary }: { summary: Summary | undefined }) {
  const words = useText(text);
  const { number, percent, duration } = useFormats();
  if (!summary) return <Skeleton className="h-20" />;
  const { answerability, retries, risk, latency } = summary as unknown as Told;
  const total = latency.stages?.total;
  const share = (value: number | null | undefined) => (value == null ? "–" : percent(value));
  const time = (value: number | null | undefined) => (value == null ? "–" : duration(value));
  const figures = [
    [words.answers, number(summary.answers)],
    [words.refusedShare, share(answerability.share)],
    [words.groundedness, share(risk.groundedness)],
    [words.retried, share(retries.crag_retry_rate)],
    [words.escalated, number(risk.escalation_required ?? 0)],
    [words.typical, time(total?.p50)],
    [words.slow, time(total?.p95)],
  ] as const;
  return (
    <section aria-label={words.figures} className="flex flex-col gap-1">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line md:grid-cols-4 xl:grid-cols-7">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end bg-raised px-3 py-2">
            <dt className="text-small text-muted">{name}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {summary.damaged > 0 && <p className="text-small text-doubt">{words.damaged(summary.damaged)}</p>}
    </section>
  );
}
