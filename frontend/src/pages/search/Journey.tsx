import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/Button";
import { useFormats, useText } from "@/i18n";
import { useStepNames } from "./Overview";
import { type Candidate, stepOf } from "./stages";
import { text } from "./text";

interface Side {
  /** "A" or "B" where two are compared. */
  name: string;
  /** Null where this setting did not find it. */
  candidate: Candidate | null;
  /** What stands for it, in words; "" where nothing does. */
  by: string;
}

interface Props {
  title: string;
  sides: readonly Side[];
  onClose: () => void;
}

/** One candidate's way from the legs to its end, under each setting. */
export function Journey({ title, sides, onClose }: Props) {
  const words = useText(text);
  return (
    <section aria-label={words.journey} className="flex flex-col gap-2 rounded-md border bg-raised p-3">
      <header className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 py-1.5 text-meta font-semibold">
          {words.journey}: {title}
        </h2>
        <IconButton icon={X} label={words.close} onClick={onClose} />
      </header>
      <div className={sides.length > 1 ? "grid gap-4 md:grid-cols-2" : ""}>
        {sides.map((side) => (
          <div key={side.name}>
            {side.name && <h3 className="pb-1 text-small font-semibold text-muted">{side.name}</h3>}
            {side.candidate ? (
              <Way candidate={side.candidate} by={side.by} />
            ) : (
              <p className="text-meta">{words.notFound}</p>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

function Way({ candidate, by }: { candidate: Candidate; by: string }) {
  const words = useText(text);
  const steps = useStepNames();
  const { score } = useFormats();
  const legs = useLegNames();
  const step = stepOf(candidate.outcome);
  const told = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(" · ");
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1 text-meta">
      <Line name={words.legs}>
        {candidate.legs.length === 0 && words.noLeg}
        <ul>
          {candidate.legs.map((leg) => (
            <li key={`${leg.leg}:${leg.wording}`}>
              {legs[leg.leg]}, {words.wording(leg.wording)}: {words.rank(leg.rank)}{" "}
              <span className="text-muted">({score(leg.score)})</span>
            </li>
          ))}
        </ul>
      </Line>
      <Line name={words.fused}>{candidate.rrf === null ? "–" : candidate.rrf.toFixed(4)}</Line>
      <Line name={words.scores}>
        {told([
          candidate.pool_rank !== null && words.rank(candidate.pool_rank),
          candidate.base !== null && score(candidate.base),
          candidate.cosine !== null && `${words.cosine} ${score(candidate.cosine)}`,
          candidate.nearness !== null && `${words.nearness} ${score(candidate.nearness)}`,
          ...Object.entries(candidate.lexical).map(
            ([field, value]) => `${(legs as Record<string, string>)[field] ?? field} ${score(value)}`,
          ),
          candidate.exact_reference && words.exact,
        ]) || "–"}
      </Line>
      <Line name={words.reranked}>
        {told([
          candidate.rerank_rank !== null && words.rank(candidate.rerank_rank),
          candidate.rerank !== null && `${words.probability} ${score(candidate.rerank)}`,
          candidate.composite !== null && `${words.composite} ${score(candidate.composite)}`,
          candidate.boosted && words.boosted,
        ]) || words.notReranked}
      </Line>
      <Line name={words.ended}>
        <span className="font-semibold">{words[candidate.outcome]}</span>
        {step && <span className="text-muted"> ({steps[step]})</span>}
        {candidate.answer_rank !== null && ` · ${words.rank(candidate.answer_rank)}`}
        {by && (
          <span className="block text-small">
            {words.by}: {by}
          </span>
        )}
      </Line>
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

export function useLegNames() {
  const words = useText(text);
  return {
    dense: words.dense,
    morphemes: words.morphemes,
    bigrams: words.bigrams,
    clause: words.clause,
    graph: words.graphLeg,
  };
}
