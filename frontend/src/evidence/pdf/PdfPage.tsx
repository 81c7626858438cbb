import "./pdf.css";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { ErrorNotice, Skeleton } from "@/components/States";
import { useText } from "@/i18n";
import { text } from "../text";
import { type Box, type Place, piecesWith, placesOf } from "./geometry";
import { pdfjs } from "./pdf";

interface Props {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** Pixels of the screen. */
  width: number;
  /** Lines that are marked and brought into view. */
  cited?: readonly Box[];
  /** What the marked lines say; where the server knew no lines, the words are looked for on the page. */
  sentence?: string;
  /** Lines that are framed, and nothing moves. */
  hovered?: readonly Box[];
  /** Height by width, until the page is known: that of the first one. */
  ratio?: number;
}

interface Drawn {
  ratio: number;
  places: (boxes: readonly Box[]) => Place[];
  /** Places of a sentence by the words of the page. */
  find: (sentence: string) => Place[];
}

const NONE: readonly Box[] = [];
const A4 = Math.SQRT2;

/** A page as it is printed: its picture, its words over it, and marks. */
export function PdfPage({
  pdf,
  number,
  width,
  cited = NONE,
  sentence = "",
  hovered = NONE,
  ratio = A4,
}: Props) {
  const words = useText(text);
  const picture = useRef<HTMLDivElement>(null);
  const letters = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (!picture.current || !letters.current || width <= 0) return;
    const leaving = new AbortController();
    draw(pdf, number, width, picture.current, letters.current, leaving.signal)
      .then((made) => made && setDrawn(made))
      .catch((failed: unknown) => leaving.signal.aborted || setError(failed));
    return () => leaving.abort();
  }, [pdf, number, width]);
  const marked = drawn ? (cited.length > 0 ? drawn.places(cited) : drawn.find(sentence)) : [];
  const place = marked[0] && `${marked[0].left}:${marked[0].top}:${marked.length}`;
  useEffect(() => {
    if (place) first.current?.scrollIntoView({ block: "center" });
  }, [place]);
  return (
    <section
      aria-label={words.pageOf(number)}
      className="pdf-page relative mx-auto overflow-clip border"
      style={{ width, aspectRatio: `1 / ${drawn?.ratio ?? ratio}` }}
    >
      <div ref={picture} className="absolute inset-0" aria-hidden />
      {!drawn && error === null && <Skeleton className="absolute inset-0" />}
      {error !== null && <ErrorNotice error={error} />}
      {marked.length > 0 && (
        <div role="img" aria-label={sentence || words.marked}>
          {marked.map((each, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one passage, in order.
              key={index}
              ref={index === 0 ? first : null}
              data-testid="mark"
              className="absolute rounded-sm bg-mark mix-blend-multiply"
              style={styleOf(each)}
            />
          ))}
        </div>
      )}
      {drawn?.places(hovered).map((each, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          key={index}
          data-testid="frame"
          className="absolute rounded-sm bg-accent/15 mix-blend-multiply"
          style={styleOf(each)}
        />
      ))}
      <div ref={letters} className="pdf-text" />
    </section>
  );
}

function styleOf({ left, top, width, height }: Place): React.CSSProperties {
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
}

/** Draws the picture and lays the words over it; null where the page was left meanwhile. */
async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  picture: HTMLElement,
  letters: HTMLElement,
  leaving: AbortSignal,
): Promise<Drawn | null> {
  const [{ TextLayer, OutputScale }, page] = await Promise.all([pdfjs(), pdf.getPage(number)]);
  if (leaving.aborted) return null;
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const sharp = page.getViewport({ scale: scale * Math.min(2, OutputScale.pixelRatio) });
  // A canvas of its own: one that is still being drawn on by a draw that was left cannot be used.
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(sharp.width);
  canvas.height = Math.floor(sharp.height);
  canvas.className = "size-full";
  const painting = page.render({ canvas, viewport: sharp });
  leaving.addEventListener("abort", () => painting.cancel());
  await painting.promise;
  if (leaving.aborted) return null;
  picture.replaceChildren(canvas);
  letters.replaceChildren();
  letters.style.setProperty("--total-scale-factor", String(scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: letters, viewport });
  leaving.addEventListener("abort", () => layer.cancel());
  await layer.render();
  if (leaving.aborted) return null;
  return {
    ratio: viewport.height / viewport.width,
    places: (boxes) => placesOf(boxes, viewport),
    find: (sentence) =>
      piecesWith(layer.textContentItemsStr, sentence).flatMap((index) => {
        const piece = layer.textDivs[index];
        return piece ? [placeIn(letters, piece)] : [];
      }),
  };
}

/** `letters` has the size of the page as it was drawn; what is around it takes that size a moment later. */
function placeIn(letters: HTMLElement, piece: HTMLElement): Place {
  const whole = letters.getBoundingClientRect();
  const box = piece.getBoundingClientRect();
  return {
    left: ((box.left - whole.left) / whole.width) * 100,
    top: ((box.top - whole.top) / whole.height) * 100,
    width: (box.width / whole.width) * 100,
    height: (box.height / whole.height) * 100,
  };
}
