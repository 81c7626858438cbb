import { useId, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "@/app/store";
import { evidence, type Stop } from "@/evidence/evidence";
import { SourceHead } from "@/evidence/SourceCard";
import { useText } from "@/i18n";
import type { Cite } from "./sources";
import { text } from "./text";

/** A citation in the text: its card on hover and focus, its evidence on a click. */
export function CiteButton({ cite, onOpen }: { cite: Cite; onOpen: (stop: string) => void }) {
  const words = useText(text);
  const card = useId();
  const [place, setPlace] = useState<DOMRect | null>(null);
  const { open, stops, at } = useStore(evidence);
  const stop = cite.stop;
  const current = open && stop !== null && stops[at]?.id === stop.id;
  if (!stop) {
    return <span className="px-0.5 text-small text-muted">[{cite.number}]</span>;
  }
  const show = (element: HTMLElement) => setPlace(element.getBoundingClientRect());
  return (
    <>
      <button
        type="button"
        aria-label={words.cite(cite.number, stop.source.document)}
        aria-describedby={place ? card : undefined}
        aria-current={current ? "true" : undefined}
        onClick={() => onOpen(stop.id)}
        onPointerEnter={(event) => show(event.currentTarget)}
        onPointerLeave={() => setPlace(null)}
        onFocus={(event) => show(event.currentTarget)}
        onBlur={() => setPlace(null)}
        className="motion mx-0.5 inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm bg-wash px-1 align-baseline text-small leading-none font-semibold text-accent hover:bg-accent hover:text-on-accent aria-[current=true]:bg-accent aria-[current=true]:text-on-accent"
      >
        {cite.number}
      </button>
      {place && createPortal(<Card id={card} place={place} stop={stop} />, document.body)}
    </>
  );
}

const WIDTH = 360;

function Card({ id, place, stop }: { id: string; place: DOMRect; stop: Stop }) {
  const left = Math.max(8, Math.min(place.left, window.innerWidth - WIDTH - 8));
  const below = place.top < window.innerHeight / 2;
  const vertical = below ? { top: place.bottom + 6 } : { bottom: window.innerHeight - place.top + 6 };
  return (
    <div
      id={id}
      role="tooltip"
      style={{ left, width: Math.min(WIDTH, window.innerWidth - 16), ...vertical }}
      className="pointer-events-none fixed z-30 rounded-md border bg-raised p-3 shadow-float"
    >
      <SourceHead source={stop.source} />
      {stop.sentence && <p className="mt-2 line-clamp-4 text-meta">{stop.sentence}</p>}
    </div>
  );
}
