import { BookOpenText } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import { Skeleton } from "@/components/States";
import { useFormats, useText } from "@/i18n";
import { useCited } from "./cited";
import { closeEvidence, type Source, type Stop } from "./evidence";
import { locate } from "./sentences";
import { text } from "./text";

const CitedPage = lazy(() => import("./CitedPage").then((module) => ({ default: module.CitedPage })));

/** Document, clause and page of a source, its page as printed where it is a PDF, and its text; the cited sentence
 * is marked in both. */
export function SourceCard({ stop }: { stop: Stop }) {
  const words = useText(text);
  const { source, sentence } = stop;
  const mark = useRef<HTMLElement>(null);
  const span = useMemo(() => locate(source.content, sentence), [source.content, sentence]);
  const cited = useCited(stop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place comes into view.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "nearest" });
  }, [span]);
  return (
    <article aria-label={source.label} className="rounded-md border bg-raised">
      <div className="flex items-start gap-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1">
          <SourceHead source={source} />
        </div>
        {cited.link && (
          <Link
            href={cited.link}
            onClick={closeEvidence}
            aria-label={words.open}
            title={words.open}
            className="motion inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <BookOpenText size={18} aria-hidden />
          </Link>
        )}
      </div>
      {cited.drawn && (
        <Suspense fallback={<Skeleton className="aspect-[1/1.414] w-full" />}>
          <CitedPage stop={stop} cited={cited} />
        </Suspense>
      )}
      <p className="px-4 py-3 leading-[1.65] whitespace-pre-wrap">
        {span ? (
          <>
            {source.content.slice(0, span.start)}
            <mark ref={mark} className="rounded-sm bg-mark text-ink" title={words.marked}>
              {source.content.slice(span.start, span.end)}
            </mark>
            {source.content.slice(span.end)}
          </>
        ) : (
          source.content
        )}
      </p>
    </article>
  );
}

/** The three lines that say where a source stands. */
export function SourceHead({ source }: { source: Source }) {
  const words = useText(text);
  const formats = useFormats();
  const told = [
    source.pages && words.page(...source.pages),
    source.score !== null && words.score(formats.score(source.score)),
    source.url && words.web,
    !source.inForce && words.notInForce,
  ].filter(Boolean);
  return (
    <>
      <h3 className="text-meta font-semibold">{source.document}</h3>
      {source.place && <p className="text-small">{source.place}</p>}
      {told.length > 0 && <p className="text-small text-muted">{told.join(" · ")}</p>}
    </>
  );
}
