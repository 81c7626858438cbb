import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { useKeys } from "@/app/keys";
import { PANE_LEAST, PANE_MOST, prefs, setPrefs } from "@/app/prefs";
import { useStore } from "@/app/store";
import { IconButton } from "@/components/Button";
import { useText } from "@/i18n";
import { closeEvidence, evidence, type Source, type Stop, showEvidence, stepEvidence } from "./evidence";
import { SourceCard, SourceHead } from "./SourceCard";
import { text } from "./text";

/** At the right, or from below on a narrow screen; what the centre shows does not move. */
export function EvidencePane() {
  const { open, stops, at, sources, owner } = useStore(evidence);
  const { paneWidth } = useStore(prefs);
  const words = useText(text);
  const stop = stops[at];
  const body = useRef<HTMLDivElement>(null);
  useKeys({ "[": () => stepEvidence(-1), "]": () => stepEvidence(1) });
  useKeys({ escape: closeEvidence }, open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stop begins at the top.
  useEffect(() => {
    body.current?.scrollTo({ top: 0 });
  }, [stop?.id, owner]);
  if (!open) return null;
  const show = (source: Source) => showEvidence({ owner, stops, sources, ...placeOf(source, stops, at) });
  return (
    <aside
      aria-label={words.title}
      style={{ "--pane": `${paneWidth}px` } as React.CSSProperties}
      className="fixed inset-x-0 bottom-14 z-20 flex max-h-[62dvh] min-h-[40dvh] flex-col rounded-t-md border-t bg-paper shadow-float md:relative md:inset-auto md:bottom-auto md:z-auto md:max-h-none md:w-(--pane) md:shrink-0 md:rounded-none md:border-t-0 md:border-l md:shadow-none"
    >
      <Resizer />
      <header className="flex h-14 shrink-0 items-center gap-1 border-b px-3">
        <h2 className="flex-1 truncate pl-1 font-semibold">
          {words.title}
          {stop && (
            <span className="ml-2 text-small font-normal text-muted">{words.of(at + 1, stops.length)}</span>
          )}
        </h2>
        {stops.length > 1 && (
          <>
            <IconButton icon={ChevronLeft} label={`${words.before} ([)`} onClick={() => stepEvidence(-1)} />
            <IconButton icon={ChevronRight} label={`${words.after} (])`} onClick={() => stepEvidence(1)} />
          </>
        )}
        <IconButton icon={X} label={`${words.close} (Esc)`} onClick={closeEvidence} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div ref={body} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3" tabIndex={0}>
        {stop && <SourceCard key={stop.id} stop={stop} />}
        {sources.length > 0 && (
          <section aria-label={words.allSources} className="flex flex-col gap-2">
            <h3 className="text-small font-semibold text-muted">{words.allSources}</h3>
            {sources.map((source) => (
              <button
                key={source.chunkId}
                type="button"
                aria-current={source.chunkId === stop?.source.chunkId ? "true" : undefined}
                onClick={() => show(source)}
                className="motion rounded-md border bg-raised px-3 py-2 text-left hover:bg-sunken aria-[current=true]:border-accent aria-[current=true]:bg-wash"
              >
                <SourceHead source={source} />
              </button>
            ))}
          </section>
        )}
      </div>
    </aside>
  );
}

/** The stop of a source that is cited; of another, a stop of its own at the end. */
function placeOf(source: Source, stops: readonly Stop[], at: number) {
  const cited = stops.findIndex((stop) => stop.source.chunkId === source.chunkId);
  if (cited >= 0) return { at: cited };
  const kept = stops.filter((stop) => !stop.id.startsWith(LOOKED_AT));
  return kept.length === 0 && at < 0
    ? { at }
    : { stops: [...kept, { id: `${LOOKED_AT}${source.chunkId}`, source, sentence: "" }], at: kept.length };
}

const LOOKED_AT = "looked-at:";
const STEP = 20;

function Resizer() {
  const words = useText(text);
  const { paneWidth } = useStore(prefs);
  const set = (width: number) => setPrefs({ paneWidth: Math.min(PANE_MOST, Math.max(PANE_LEAST, width)) });
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 1) set(window.innerWidth - event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by) set(paneWidth + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is ARIA's window splitter.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.resize}
      aria-valuemin={PANE_LEAST}
      aria-valuemax={PANE_MOST}
      aria-valuenow={paneWidth}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="absolute inset-y-0 -left-1 z-10 hidden w-2 cursor-col-resize hover:bg-wash md:block"
    />
  );
}
