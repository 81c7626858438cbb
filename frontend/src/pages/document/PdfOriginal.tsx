import { useMemo, useRef } from "react";
import { ErrorNotice, Skeleton } from "@/components/States";
import { VirtualList } from "@/components/VirtualList";
import { PdfPage } from "@/evidence/pdf/PdfPage";
import { type Range, useHighlights, usePdf } from "@/evidence/queries";
import { useWidth } from "@/evidence/width";
import { useText } from "@/i18n";
import { text } from "./text";

interface Props {
  document: string;
  cited: Range | null;
  hovered: Range | null;
  /** What the cited part says. */
  words: string;
  /** Page to open at while the lines are not known. */
  page: number;
}

const WIDEST = 960;
const GAP = 16;

/** Every page as it is printed, drawn where it is seen. */
export function PdfOriginal({ document, cited, hovered, words: said, page }: Props) {
  const words = useText(text);
  const holder = useRef<HTMLDivElement>(null);
  const width = Math.min(WIDEST, useWidth(holder) - 2 * GAP);
  const pdf = usePdf(document, true);
  const marked = useHighlights(document, cited);
  const framed = useHighlights(document, hovered);
  const numbers = useMemo(
    () => Array.from({ length: pdf.data?.numPages ?? 0 }, (_, index) => index + 1),
    [pdf.data],
  );
  const lines = marked.data ?? [];
  const first = (lines.find((each) => each.boxes.length > 0) ?? lines[0])?.page ?? page;
  const known = lines.some((each) => each.boxes.length > 0);
  return (
    <div ref={holder} className="flex min-h-0 flex-1 flex-col bg-sunken">
      {pdf.isError && (
        <div className="p-4">
          <ErrorNotice error={pdf.error} onRetry={() => void pdf.refetch()} />
        </div>
      )}
      {pdf.isPending && <Skeleton className="m-4 flex-1" />}
      {pdf.data && width > 0 && (
        <VirtualList
          label={words.original}
          items={numbers}
          itemKey={String}
          estimate={width * Math.SQRT2 + GAP}
          at={first - 1}
          align="start"
          className="flex-1"
        >
          {(number) => (
            <div className="px-4 pt-4">
              <PdfPage
                pdf={pdf.data}
                number={number}
                width={width}
                cited={lines.find((each) => each.page === number)?.boxes ?? []}
                sentence={known ? said : marked.isPending || number !== first ? "" : said}
                hovered={framed.data?.find((each) => each.page === number)?.boxes ?? []}
              />
            </div>
          )}
        </VirtualList>
      )}
    </div>
  );
}
