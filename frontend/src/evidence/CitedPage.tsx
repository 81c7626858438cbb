import { useRef } from "react";
import { Skeleton } from "@/components/States";
import type { Cited } from "./cited";
import type { Stop } from "./evidence";
import { PdfPage } from "./pdf/PdfPage";
import { usePdf } from "./queries";
import { useWidth } from "./width";

/** The page of a PDF that a citation stands on, with its sentence marked; nothing while there is no page. */
export function CitedPage({ stop, cited }: { stop: Stop; cited: Cited }) {
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const pdf = usePdf(stop.source.documentId, true);
  const page = pdf.data ? Math.min(cited.page, pdf.data.numPages) : 0;
  // The text below is there all the same: a file that cannot be drawn costs the picture alone.
  if (pdf.isError) return null;
  return (
    <div ref={holder} className="border-b">
      {pdf.data && width > 0 ? (
        <PdfPage
          key={page}
          pdf={pdf.data}
          number={page}
          width={width}
          cited={cited.boxes}
          sentence={cited.sentence}
        />
      ) : (
        <Skeleton className="aspect-[1/1.414] w-full" />
      )}
    </div>
  );
}
