import type { PDFDocumentProxy } from "pdfjs-dist";
import workerSrc from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { API, request } from "@/api/client";

/** Where the build puts the fonts, character maps and decoders that pdf.js fetches by name. */
const DATA: string = import.meta.env.VITE_PDF_DATA;

/** Files kept open; the pane and a page show two at most. */
const KEPT = 4;
const opened = new Map<string, Promise<PDFDocumentProxy>>();

/** pdf.js, fetched when the first page of a PDF is looked at. */
export async function pdfjs() {
  const library = await import("pdfjs-dist");
  library.GlobalWorkerOptions.workerSrc = workerSrc;
  return library;
}

/** The file of a document, opened; the one that was looked at longest ago is closed. */
export function openPdf(documentId: string): Promise<PDFDocumentProxy> {
  const found = opened.get(documentId) ?? open(documentId);
  opened.delete(documentId);
  opened.set(documentId, found);
  found.catch(() => opened.delete(documentId));
  for (const [id, pdf] of [...opened].slice(0, -KEPT)) {
    opened.delete(id);
    void pdf.then((each) => each.loadingTask.destroy()).catch(() => undefined);
  }
  return found;
}

async function open(documentId: string): Promise<PDFDocumentProxy> {
  const [library, file] = await Promise.all([
    pdfjs(),
    request(`${API}/documents/${encodeURIComponent(documentId)}/file`).then((response) =>
      response.arrayBuffer(),
    ),
  ]);
  return library.getDocument({
    data: file,
    cMapUrl: `${DATA}cmaps/`,
    standardFontDataUrl: `${DATA}standard_fonts/`,
    wasmUrl: `${DATA}wasm/`,
    // The policy lets no text become code; pdf.js has slower ways for both.
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
  }).promise;
}
