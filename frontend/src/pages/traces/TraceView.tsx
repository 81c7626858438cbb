import { ArrowLeft, MessageSquareText, Search } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { Link } from "wouter";
import { StageTimes } from "@/components/StageTimes";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { useStageName } from "@/components/stages";
import { Verdict } from "@/components/Verdict";
import { dropEvidence, type Source, showEvidence } from "@/evidence/evidence";
import { useFormats, useText } from "@/i18n";
import { Outcome } from "./Outcome";
import { useTrace } from "./queries";
import { ReplayPart } from "./ReplayPart";
import { text } from "./text";
import { plain, sourcesOf, type Trace, type TracedClaim } from "./trace";

const OWNER = "traces";

/** One answer: what was said, in which stages, what was checked on which passages; and it again. */
export function TraceView({ id }: { id: string }) {
  const words = useText(text);
  const trace = useTrace(id);
  useEffect(() => () => dropEvidence(OWNER), []);
  return (
    <>
      <Link
        href="/traces"
        className="motion inline-flex items-center gap-1.5 self-start text-meta font-semibold text-accent"
      >
        <ArrowLeft size={16} aria-hidden />
        {words.back}
      </Link>
      {trace.isPending && <SkeletonRows rows={8} />}
      {trace.isError && <ErrorNotice error={trace.error} onRetry={() => void trace.refetch()} />}
      {trace.data && <Shown trace={trace.data} />}
    </>
  );
}

function Shown({ trace }: { trace: Trace }) {
  const words = useText(text);
  const formats = useFormats();
  const sources = useMemo(() => sourcesOf(trace), [trace]);
  const show = (source: Source, sentence: string) => {
    const stops = [{ id: `${trace.trace_id}:${source.chunkId}:${sentence}`, source, sentence }];
    showEvidence({ owner: OWNER, stops, at: 0, sources: sources.filter((each) => each.content) });
  };
  const link = "motion inline-flex items-center gap-1.5 text-meta font-semibold text-accent";
  return (
    <article aria-label={trace.query} className="flex max-w-4xl flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-lg font-semibold">{trace.query}</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-muted">
          <Outcome refused={trace.is_refusal} risk={trace.risk_level} />
          <span>{formats.moment(Date.parse(trace.at) / 1000)}</span>
          <span>{formats.duration(trace.elapsed_ms)}</span>
          {trace.groundedness != null && (
            <span>
              {words.groundedness} {formats.percent(trace.groundedness)}
            </span>
          )}
        </div>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          <Link
            href={`/search?${new URLSearchParams({ q: trace.query, ...(trace.is_refusal ? { how: "answer" } : {}) })}`}
            className={link}
          >
            <Search size={16} aria-hidden />
            {words.why}
          </Link>
          {trace.session_id && (
            <Link href={`/ask/${trace.session_id}`} className={link}>
              <MessageSquareText size={16} aria-hidden />
              {words.conversation}
            </Link>
          )}
        </div>
      </header>
      <Part title={trace.is_refusal ? words.refusal : words.answer}>
        <p className="leading-[1.65] whitespace-pre-wrap">
          {(trace.is_refusal && trace.refusal_reason) || plain(trace.answer)}
        </p>
      </Part>
      <Part title={words.timeline}>
        <StageTimes stages={trace.stage_ms} calls={trace.model_calls} />
      </Part>
      <Part title={words.claims}>
        {(trace.claims ?? []).length === 0 ? (
          <p className="text-meta text-muted">{words.noClaims}</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {trace.claims?.map((claim, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a claim may be said twice, and none moves.
              <ClaimRow key={index} claim={claim} sources={sources} onShow={show} />
            ))}
          </ol>
        )}
        {trace.warnings?.map((warning) => (
          <p key={warning} className="pt-2 text-meta">
            {warning}
          </p>
        ))}
      </Part>
      <Part title={trace.is_refusal ? words.nearest : words.passages}>
        {sources.length === 0 && <p className="text-meta text-muted">{words.noPassages}</p>}
        <ol className="flex flex-col gap-1">
          {sources.map((source) => (
            <li key={source.chunkId}>
              <button
                type="button"
                disabled={!source.content}
                title={source.content ? words.open : words.notKept}
                onClick={() => show(source, "")}
                className="motion grid w-full grid-cols-[1fr_3rem] gap-2 rounded-md border bg-raised px-3 py-2 text-left text-meta enabled:hover:bg-sunken disabled:cursor-default"
              >
                <span>{source.label}</span>
                <span className="text-right text-muted">
                  {source.score !== null && formats.score(source.score)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </Part>
      <Facts trace={trace} />
      <ReplayPart trace={trace} />
    </article>
  );
}

interface RowProps {
  claim: TracedClaim;
  sources: readonly Source[];
  onShow: (source: Source, sentence: string) => void;
}

function ClaimRow({ claim, sources, onShow }: RowProps) {
  const words = useText(text);
  const failures: Readonly<Record<string, string>> = {
    retrieval_gap: words.retrieval_gap,
    generation_error: words.generation_error,
    unit_error: words.unit_error,
    semantic_mismatch: words.semantic_mismatch,
    minor: words.minor,
  };
  const standing = claim.supported_by.flatMap(
    (id) => sources.find((source) => source.content && source.chunkIds.includes(id)) ?? [],
  );
  return (
    <li className="flex flex-col gap-1 rounded-md border bg-raised px-3 py-2 text-meta">
      <Verdict kind={claim.verdict} />
      <p>{claim.text}</p>
      {claim.findings.map((finding) => (
        <p key={`${finding.failure}:${finding.text}`} className="text-small">
          “{finding.text}”: {failures[finding.failure] ?? finding.failure}
        </p>
      ))}
      {[...new Set(standing)].map((source) => (
        <button
          key={source.chunkId}
          type="button"
          onClick={() => onShow(source, claim.text)}
          className="self-start text-left text-small font-semibold text-accent"
        >
          {source.label}
        </button>
      ))}
    </li>
  );
}

function Facts({ trace }: { trace: Trace }) {
  const words = useText(text);
  const stage = useStageName();
  const facts = [
    [words.type, stage(trace.route?.query_type)],
    [words.way, stage(trace.route?.strategy)],
    [words.language, trace.language],
    [words.asOf, trace.as_of ?? ""],
    [words.searched, (trace.searched ?? []).join(", ")],
    [words.retries, String(trace.retries)],
    [words.rewrites, (trace.rewrites ?? []).join(" · ")],
    [words.degraded, (trace.degraded ?? []).join(", ")],
    [words.settings, trace.settings?.fingerprint ?? ""],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <Part title={words.settings}>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1 text-meta">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trace.redacted != null && <p className="pt-2 text-small text-muted">{words.redacted}</p>}
    </Part>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <div>{children}</div>
    </section>
  );
}
