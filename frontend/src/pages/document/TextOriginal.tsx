import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { blocks } from "@/components/markdown/blocks";
import { spansOf } from "@/components/markdown/claims";
import { Markdown } from "@/components/markdown/Markdown";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { VirtualList } from "@/components/VirtualList";
import type { Range } from "@/evidence/queries";
import { useText } from "@/i18n";
import { useDocumentText } from "./queries";
import { CITED, layers, partAt, unitsOf } from "./ranges";
import { text } from "./text";

interface Props {
  document: string;
  cited: Range | null;
  hovered: Range | null;
}

/** Frames within which a block that was scrolled to is drawn. */
const FRAMES = 60;

/** The text of a document as it was read, block by block; Markdown of it runs and fetches nothing. */
export function TextOriginal({ document, cited, hovered }: Props) {
  const words = useText(text);
  const holder = useRef<HTMLDivElement>(null);
  const query = useDocumentText(document);
  const whole = query.data ?? "";
  const parts = useMemo(() => blocks(whole), [whole]);
  const ends = useMemo(() => {
    let end = 0;
    return parts.map((part) => {
      end += part.length;
      return end;
    });
  }, [parts]);
  const numbers = useMemo(() => parts.map((_part, index) => index), [parts]);
  const unit = useMemo(() => unitsOf(whole), [whole]);
  const spans = useMemo(() => {
    const there = (range: Range | null) => range && { start: unit(range.start), end: unit(range.end) };
    return spansOf(parts, layers(there(cited), there(hovered)));
  }, [parts, unit, cited, hovered]);
  const at = cited && ends.length > 0 ? partAt(ends, unit(cited.start)) : undefined;
  const place = at === undefined ? "" : `${at}:${cited?.start}:${cited?.end}`;
  useEffect(() => {
    if (!place) return;
    let frame = 0;
    let left = FRAMES;
    const look = () => {
      const mark = holder.current?.querySelector("mark[data-cited]");
      if (mark) mark.scrollIntoView({ block: "center" });
      else if (left-- > 0) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [place]);
  return (
    <div ref={holder} className="flex min-h-0 flex-1 flex-col">
      {query.isPending && (
        <div className="p-4">
          <SkeletonRows rows={8} className="h-6" />
        </div>
      )}
      {query.isError && (
        <div className="p-4">
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isSuccess && parts.length === 0 && (
        <EmptyState title={words.notReady} hint={words.notReadyHint} />
      )}
      {parts.length > 0 && (
        <VirtualList
          label={words.original}
          items={numbers}
          itemKey={String}
          estimate={72}
          {...(at === undefined ? {} : { at })}
          className="flex-1"
        >
          {(index) => (
            <div className="mx-auto max-w-3xl px-4 py-1.5">
              <Markdown claims={spans[index] ?? []} claim={drawMark}>
                {parts[index] ?? ""}
              </Markdown>
            </div>
          )}
        </VirtualList>
      )}
    </div>
  );
}

function drawMark(index: number, _last: boolean, children: ReactNode): ReactNode {
  return index === CITED ? (
    <mark data-cited className="rounded-sm bg-mark text-ink">
      {children}
    </mark>
  ) : (
    <span data-hovered className="rounded-sm bg-wash">
      {children}
    </span>
  );
}
