import { readCitations } from "@/components/markdown/citations";
import { Markdown } from "@/components/markdown/Markdown";
import { StageTimes } from "@/components/StageTimes";
import { text as stages, useStageName } from "@/components/stages";
import { useFormats, useText } from "@/i18n";
import type { Found } from "./queries";
import { type Explanation, funnel, type StepId } from "./stages";
import { text } from "./text";

interface Props {
  /** "A" or "B" where two are compared. */
  name: string;
  found: Found;
  explanation: Explanation;
  step: StepId | null;
  onStep: (step: StepId | null) => void;
}

/** What one run decided, stage by stage, before one looks at a single candidate. */
export function Overview({ name, found, explanation, step, onStep }: Props) {
  const words = useText(text);
  const { times } = useText(stages);
  const stage = useStageName();
  const formats = useFormats();
  const judged = explanation.attempts[explanation.judged];
  const { gate, graph } = explanation;
  const wordings = judged?.wordings.filter((each) => each !== judged.query) ?? [];
  return (
    <section
      aria-label={`${words.settings} ${name}`.trim()}
      className={`grid min-w-0 content-start gap-x-8 gap-y-4 ${name ? "" : "lg:grid-cols-2"}`}
    >
      {name && <h2 className="text-meta font-semibold">{`${words.settings} ${name}`}</h2>}
      <div className="flex min-w-0 flex-col gap-4">
        <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5 text-meta">
          <dt className="text-muted">{words.route}</dt>
          <dd>{stage(judged?.query_type ?? found.route.query_type) || "–"}</dd>
          <dt className="text-muted">{words.way}</dt>
          <dd>{stage(judged?.strategy ?? found.route.strategy) || "–"}</dd>
          {wordings.length > 0 && (
            <>
              <dt className="text-muted">{words.wordings}</dt>
              <dd>{wordings.join(" · ")}</dd>
            </>
          )}
          <dt className="text-muted">{words.attempts}</dt>
          <dd>
            <ol className="flex flex-col gap-1">
              {explanation.attempts.map((attempt, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two searches may be alike, and none moves.
                <li key={index}>
                  {words.attempt(attempt.query, attempt.found, attempt.pool)}
                  {attempt.top_score !== null && `, ${words.best(formats.score(attempt.top_score))}`}
                  {explanation.attempts.length > 1 && index === explanation.judged && ` (${words.judged})`}
                </li>
              ))}
            </ol>
          </dd>
          <dt className="text-muted">{words.gate}</dt>
          <dd>
            {gate ? (
              <>
                <span className="font-semibold">
                  {gate.decision === "pass" ? words.gatePass : words.gateRefuse}
                </span>{" "}
                {gate.scores.map(formats.score).join(" → ")}
                <span className="block text-small text-muted">
                  {words.gateLines(
                    formats.score(gate.pass_score),
                    formats.score(gate.abort_score),
                    gate.max_retries,
                  )}
                </span>
              </>
            ) : (
              <span className="text-muted">{words.noGate}</span>
            )}
          </dd>
          {graph && graph.entities.length > 0 && (
            <>
              <dt className="text-muted">{words.graph}</dt>
              <dd>{graph.entities.join(" · ")}</dd>
            </>
          )}
        </dl>
        {found.refusal_reason ? (
          <p className="rounded-md border bg-raised p-3 text-meta">
            <span className="font-semibold">{words.refusal}: </span>
            {found.refusal_reason}
          </p>
        ) : (
          found.answer && (
            <details className="rounded-md border bg-raised px-3 py-2">
              <summary className="text-meta font-semibold">{words.said}</summary>
              <div className="pt-2">
                <Markdown>{readCitations(found.answer).text}</Markdown>
              </div>
            </details>
          )
        )}
        <details>
          <summary className="text-meta font-semibold">{times}</summary>
          <div className="pt-2">
            <StageTimes stages={explanation.stage_ms} />
          </div>
        </details>
      </div>
      <Funnel name={name} explanation={explanation} step={step} onStep={onStep} />
    </section>
  );
}

interface FunnelProps extends Pick<Props, "explanation" | "step" | "onStep"> {
  name: string;
}

function Funnel({ name, explanation, step, onStep }: FunnelProps) {
  const Heading = name ? "h3" : "h2";
  const words = useText(text);
  const names = useStepNames();
  const all = explanation.candidates.length;
  return (
    <section aria-label={`${words.funnel} ${name}`.trim()} className="flex flex-col gap-1">
      <Heading className="text-meta font-semibold">{words.funnel}</Heading>
      <ol className="flex flex-col text-meta">
        <li className="flex justify-between gap-2 px-2 py-1">
          <span>{words.found}</span>
          <span className="font-semibold">{all}</span>
        </li>
        {funnel(explanation.candidates).map(({ id, left, remain }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={step === id}
              disabled={left === 0}
              title={left > 0 ? words.showLeft(names[id]) : undefined}
              onClick={() => onStep(step === id ? null : id)}
              className="motion relative grid w-full grid-cols-[1fr_3rem_6rem] items-center gap-2 rounded-sm px-2 py-1 text-left enabled:hover:bg-sunken disabled:text-muted aria-pressed:bg-wash aria-pressed:font-semibold"
            >
              <span>{names[id]}</span>
              <span className="text-right">{left > 0 && words.left(left)}</span>
              <span className="text-right">{words.remain(remain)}</span>
              <span aria-hidden className="col-span-3 h-1 rounded-sm bg-line">
                <span
                  className="block h-1 rounded-sm bg-accent"
                  style={{ width: `${all > 0 ? (100 * remain) / all : 0}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function useStepNames(): Record<StepId, string> {
  const words = useText(text);
  return {
    fusion: words.fusion,
    threshold: words.thresholdStep,
    diversity: words.diversity,
    gate: words.gateStep,
    merge: words.merge,
    cut: words.cut,
  };
}
