import { memo, useEffect, useId, useMemo } from "react";
import { ApiError } from "@/api/errors";
import { Button } from "@/components/Button";
import { type Citation, readCitations } from "@/components/markdown/citations";
import { Markdown } from "@/components/markdown/Markdown";
import { ErrorNotice, Skeleton } from "@/components/States";
import { Claim } from "@/components/Verdict";
import { offerEvidence, type Source, type Stop, showEvidence } from "@/evidence/evidence";
import { useText } from "@/i18n";
import { Actions } from "./Actions";
import { Checked } from "./Checked";
import { CiteButton } from "./CiteButton";
import { type Fault, faults, spans } from "./claims";
import { Faults } from "./Faults";
import type { Turn } from "./live";
import { Question } from "./Question";
import { Refusal } from "./Refusal";
import { Steps } from "./Steps";
import type { ScopeBody } from "./scope";
import { cites, sourceOf } from "./sources";
import { textOf } from "./stream";
import { text } from "./text";
import type { Exchange } from "./turns";

/** What can be done about an exchange. */
export interface Asker {
  /** Asks once more what failed. */
  again: (exchange: Exchange) => void;
  resend: (exchange: Exchange, query: string) => void;
  regenerate: (exchange: Exchange) => void;
}

interface Props {
  exchange: Exchange;
  session: string;
  /** An answer of this conversation is being written: nothing else can be asked. */
  busy: boolean;
  /** Keep it between renders. */
  asker: Asker;
}

/** A question, how its answer was found, the answer with its citations and verdicts, and what the check says. */
export const ExchangeView = memo(
  function ExchangeView({ exchange, session, busy, asker }: Props) {
    const words = useText(text);
    const { answer, live, turn, details } = exchange;
    const said = textOf(answer);
    const cited = useMemo(() => readCitations(said, live), [said, live]);
    const sources = useMemo(() => answer.references.map(sourceOf), [answer.references]);
    const nearest = useMemo(() => details.nearest.map(sourceOf), [details.nearest]);
    const found = useMemo(
      () => cites(answer.messageId, cited.citations as Citation[], sources, details),
      [answer.messageId, cited, sources, details],
    );
    const stops = useMemo(() => found.flatMap((cite) => cite.stop ?? []), [found]);
    const claims = useMemo(() => spans(answer.verification, cited), [answer.verification, cited]);
    const wrong = useMemo(() => faults(answer.verification, sources), [answer.verification, sources]);
    // `]` leads to the first citation of the newest answer, which comes last.
    useEffect(() => {
      if (!live && stops.length > 0) offerEvidence({ owner: session, stops, at: 0, sources });
    }, [live, stops, sources, session]);
    const place = useId();
    const idOf = (index: number) => `${place}-${index}`;
    const show = (stop: Stop) => {
      const at = stops.findIndex((each) => each.id === stop.id);
      showEvidence({
        owner: session,
        sources,
        ...(at < 0 ? { stops: [...stops, stop], at: stops.length } : { stops, at }),
      });
    };
    const showFault = ({ index, source, sentence, pin }: Fault) =>
      source && show({ id: `${answer.messageId}:claim:${index}`, source, sentence, pin });
    const showNear = (source: Source) =>
      showEvidence({
        owner: session,
        sources: nearest,
        stops: nearest.map((each) => ({
          id: `${answer.messageId}:near:${each.chunkId}`,
          source: each,
          sentence: "",
        })),
        at: nearest.indexOf(source),
      });
    const drawClaim = (index: number, last: boolean, children: React.ReactNode) => {
      const claim = answer.verification?.claims?.[index];
      if (!claim) return children;
      const fault = wrong.find((each) => each.index === index);
      return (
        <Claim
          kind={claim.verdict}
          reason={claim.warnings.join(" ")}
          last={last}
          onOpen={fault && (() => goTo(idOf(index)))}
        >
          {children}
        </Claim>
      );
    };
    const editable = !busy && exchange.questionId !== "";
    return (
      <article className="flex flex-col gap-3">
        <Question
          question={exchange.question}
          beside={exchange.beside}
          onResend={editable ? (query) => asker.resend(exchange, query) : undefined}
        />
        <Steps steps={answer.steps} live={live} />
        {turn?.offline && <p className="text-meta text-muted">{words.offline}</p>}
        <section aria-label={words.answer} aria-busy={live}>
          {details.isRefusal && <h3 className="mb-1 text-lg font-semibold">{words.refusal}</h3>}
          {said && (
            <Markdown
              cite={(index) => {
                const cite = found[index];
                return (
                  cite && (
                    <CiteButton
                      cite={cite}
                      onOpen={(id) => {
                        const stop = stops.find((each) => each.id === id);
                        if (stop) show(stop);
                      }}
                    />
                  )
                );
              }}
              claims={claims}
              claim={drawClaim}
            >
              {cited.text}
            </Markdown>
          )}
          {live && !said && <Waiting told={isHeld(turn) ? words.checking : ""} />}
          {details.isRefusal && (
            <Refusal
              reason={details.refusalReason}
              searched={details.searched}
              nearest={nearest}
              onOpen={showNear}
            />
          )}
        </section>
        {answer.stopped && <p className="text-meta text-muted">{words.stopped}</p>}
        {details.notices.map((notice) => (
          <p key={notice} className="text-meta text-muted">
            {notice}
          </p>
        ))}
        {answer.error && (
          <ErrorNotice
            error={new ApiError(0, answer.error.code, answer.error.message, answer.error.hint, "")}
            onRetry={() => asker.again(exchange)}
          />
        )}
        {turn?.refused && <ErrorNotice error={turn.refused} onRetry={() => asker.again(exchange)} />}
        {!live && said && (
          <footer className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Checked report={answer.verification} />
              {sources.length > 0 && (
                <Button
                  kind="quiet"
                  onClick={() =>
                    showEvidence({ owner: session, stops, sources, at: stops.length > 0 ? 0 : -1 })
                  }
                >
                  {words.sources(sources.length)}
                </Button>
              )}
            </div>
            <Faults faults={wrong} idOf={idOf} onOpen={showFault} />
            {!busy && answer.complete && (
              <Actions
                session={session}
                message={answer.messageId}
                said={said}
                why={whyOf(exchange.question, details.searched, details.isRefusal)}
                feedback={exchange.feedback}
                onRegenerate={() => asker.regenerate(exchange)}
              />
            )}
          </footer>
        )}
      </article>
    );
  },
  (before, after) =>
    before.session === after.session &&
    before.busy === after.busy &&
    before.asker === after.asker &&
    before.exchange.answer === after.exchange.answer &&
    before.exchange.live === after.exchange.live &&
    before.exchange.turn === after.exchange.turn &&
    before.exchange.details === after.exchange.details &&
    before.exchange.feedback === after.exchange.feedback &&
    before.exchange.beside === after.exchange.beside &&
    before.exchange.questionId === after.exchange.questionId &&
    before.exchange.question === after.exchange.question,
);

/** By keyboard too: what is looked at has the focus. */
function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: "nearest" });
  element?.focus({ preventScroll: true });
}

/** Whether the text is kept back until it is checked. */
function isHeld(turn: Turn | null): boolean {
  return (turn?.asked?.body as ScopeBody | undefined)?.release === "verified";
}

function Waiting({ told }: { told: string }) {
  return (
    <div className="flex flex-col gap-2 pt-1">
      {told && <p className="text-meta text-muted">{told}</p>}
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}

/** The inspector at the very question, in the bases that were searched; of a refusal with the gate, which asks no
 * model. */
function whyOf(question: string, searched: readonly string[], refused: boolean): string {
  const asked = [["q", question], ...searched.map((base) => ["base", base])];
  if (refused) asked.push(["how", "answer"]);
  return `/search?${new URLSearchParams(asked)}`;
}
