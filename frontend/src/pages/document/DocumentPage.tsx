import { ArrowLeft, Clock, Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Link, useLocation, useParams, useSearch } from "wouter";
import { API, request } from "@/api/client";
import { asApiError } from "@/api/errors";
import { useListKeys } from "@/app/keys";
import { Button, IconButton } from "@/components/Button";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { toast } from "@/components/toasts";
import { VirtualList } from "@/components/VirtualList";
import { linkTo } from "@/evidence/cited";
import { type Chunk, type Document, isPdf, type Range, useDocument } from "@/evidence/queries";
import { useFormats, useText } from "@/i18n";
import { ChunkCard } from "./ChunkCard";
import { PdfOriginal } from "./PdfOriginal";
import { useChunks } from "./queries";
import { rangeIn, wordsIn } from "./ranges";
import { TextOriginal } from "./TextOriginal";
import { Timeline } from "./Timeline";
import { text } from "./text";

/** The original beside its chunks, opened where the address says. */
export default function DocumentPage() {
  const { base = "", document = "" } = useParams<{ base: string; document: string }>();
  const known = useDocument(base, document);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {known.isPending && (
        <div className="p-4">
          <SkeletonRows rows={6} />
        </div>
      )}
      {known.isError && (
        <div className="p-4">
          <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />
        </div>
      )}
      {known.data && <Opened key={known.data.id} document={known.data} />}
    </div>
  );
}

/** Milliseconds that a pointer rests on a chunk before its place is asked for. */
const REST = 120;

function Opened({ document }: { document: Document }) {
  const words = useText(text);
  const { number } = useFormats();
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = useChunks(document.base_id, document.id, document.chunks > 0);
  const { chunks } = query;
  const [side, setSide] = useState<"original" | "chunks">("original");
  const [hovered, hover] = useHovered();
  const named = new URLSearchParams(search).get("chunk") ?? "";
  const asked = useMemo(() => rangeIn(search), [search]);
  const at = useMemo(() => chunks.findIndex((each) => each.id === named), [chunks, named]);
  const chosen = chunks[at];
  const cited = useMemo(() => asked ?? (chosen ? partOf(chosen) : null), [asked, chosen]);
  const choose = (chunk: Chunk | undefined) => {
    if (chunk) navigate(linkTo(document.base_id, document.id, chunk.id), { replace: true });
  };
  useListKeys(chunks.length, at, (index) => choose(chunks[index]));
  const frame = useMemo(() => (hovered && hovered.id !== named ? partOf(hovered) : null), [hovered, named]);
  return (
    <>
      <Head document={document} />
      <fieldset aria-label={words.show} className="flex gap-1 border-b p-2 lg:hidden">
        {(["original", "chunks"] as const).map((each) => (
          <Button
            key={each}
            kind={side === each ? "plain" : "quiet"}
            aria-pressed={side === each}
            onClick={() => setSide(each)}
          >
            {words[each]}
          </Button>
        ))}
      </fieldset>
      <div className="flex min-h-0 flex-1">
        <section
          aria-label={words.original}
          className={`min-w-0 flex-1 flex-col lg:flex ${side === "original" ? "flex" : "hidden"}`}
        >
          <h2 className="sr-only">{words.original}</h2>
          {isPdf(document) && document.chunks > 0 ? (
            <PdfOriginal
              document={document.id}
              cited={cited}
              hovered={frame}
              words={chosen && cited ? wordsIn(chosen, cited) : ""}
              page={chosen?.page_range?.[0] ?? 1}
            />
          ) : (
            <TextOriginal document={document.id} cited={cited} hovered={frame} />
          )}
        </section>
        <section
          aria-label={words.chunks}
          className={`min-w-0 flex-1 flex-col lg:flex lg:max-w-md lg:border-l ${side === "chunks" ? "flex" : "hidden"}`}
        >
          <h2 className="px-4 pt-3 text-meta font-semibold text-muted">
            {words.count(number(document.chunks))}
          </h2>
          {query.isError && (
            <div className="p-4">
              <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
            </div>
          )}
          {query.isLoading && (
            <div className="p-4">
              <SkeletonRows rows={6} className="h-24" />
            </div>
          )}
          {document.chunks === 0 && <EmptyState title={words.notReady} hint={words.notReadyHint} />}
          <VirtualList
            label={words.chunks}
            items={chunks}
            itemKey={(chunk) => chunk.id}
            estimate={160}
            at={at}
            className="flex-1 pb-3"
          >
            {(chunk) => (
              <ChunkCard
                chunk={chunk}
                chosen={chunk.id === named}
                onChoose={() => choose(chunk)}
                onHover={(over) => hover(over ? chunk : null)}
              />
            )}
          </VirtualList>
        </section>
      </div>
    </>
  );
}

function Head({ document }: { document: Document }) {
  const words = useText(text);
  const { bytes } = useFormats();
  const [open, setOpen] = useState(false);
  return (
    <header className="flex items-center gap-2 border-b px-3 py-2">
      <Link
        href={`/library/${encodeURIComponent(document.base_id)}`}
        aria-label={words.library}
        title={words.library}
        className="motion inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold" title={document.filename}>
          {document.title || document.filename}
        </h1>
        <p className="truncate text-small text-muted">
          {[document.folder, document.filename, bytes(document.size)].filter(Boolean).join(" · ")}
        </p>
      </div>
      <IconButton icon={Download} label={words.download} onClick={() => void download(document)} />
      <IconButton icon={Clock} label={words.timeline} onClick={() => setOpen(true)} />
      {open && <Timeline document={document} onClose={() => setOpen(false)} />}
    </header>
  );
}

function partOf(chunk: Chunk): Range | null {
  return chunk.start < chunk.end ? { start: chunk.start, end: chunk.end } : null;
}

/** The chunk under the pointer or the focus, once it rests there: each asks the server for a place. */
function useHovered(): [Chunk | null, (chunk: Chunk | null) => void] {
  const [over, setOver] = useState<Chunk | null>(null);
  const [rested, setRested] = useState<Chunk | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(over), REST);
    return () => clearTimeout(timer);
  }, [over]);
  return [rested, setOver];
}

/** With the key, which a plain link could not send. */
async function download(document: Document): Promise<void> {
  try {
    const response = await request(`${API}/documents/${encodeURIComponent(document.id)}/file`);
    const address = URL.createObjectURL(await response.blob());
    const link = window.document.createElement("a");
    link.href = address;
    link.download = document.filename;
    link.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    toast(asApiError(error).message);
  }
}
