import { ArrowLeft, Download, FileUp, MessageCircleQuestion, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { asApiError } from "@/api/errors";
import { Button } from "@/components/Button";
import { Field, Select } from "@/components/Field";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { toast } from "@/components/toasts";
import { useText } from "@/i18n";
import { Editor } from "./Editor";
import { Entries } from "./Entries";
import type { Entry } from "./entry";
import { Import } from "./Import";
import { exported, type Sought, stampOf, useBase, useEntries } from "./queries";
import { Try } from "./Try";
import { text } from "./text";

/** The entries of an FAQ base: find, change, try, take in. */
export default function Faq() {
  const words = useText(text);
  const { base = "" } = useParams<{ base: string }>();
  const known = useBase(base);
  const [sought, setSought] = useState<Sought>({ search: "", tag: "", enabled: "" });
  const query = useEntries(base, sought);
  const [open, setOpen] = useState<"import" | "new" | Entry | null>(null);
  const close = () => setOpen(null);
  const entries = query.entries ?? [];
  const narrow = sought.search !== "" || sought.tag !== "" || sought.enabled !== "";
  const tags = [...new Set([...entries.flatMap((each) => each.tags), sought.tag].filter(Boolean))].sort();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link
          href="/library"
          aria-label={words.library}
          title={words.library}
          className="motion inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <h1 className="min-w-0 truncate text-lg font-semibold">{known.data?.name ?? words.title}</h1>
        {query.isSuccess && (
          <p role="status" className="text-meta text-muted">
            {words.count(query.total)}
          </p>
        )}
        <div className="flex-1" />
        <Export base={base} />
        <Button icon={FileUp} onClick={() => setOpen("import")}>
          {words.import}
        </Button>
        <Button kind="primary" icon={Plus} onClick={() => setOpen("new")}>
          {words.add}
        </Button>
      </header>
      <Try
        base={base}
        stamp={stampOf(entries)}
        onOpen={(id) => setOpen(entries.find((each) => each.id === id) ?? null)}
      />
      {(narrow || entries.length > 0) && (
        <search aria-label={words.narrow} className="flex flex-wrap items-end gap-2">
          <div className="w-60">
            <Field
              label={words.search}
              bare
              type="search"
              placeholder={words.search}
              value={sought.search}
              onChange={(event) => setSought({ ...sought, search: event.target.value })}
            />
          </div>
          {tags.length > 0 && (
            <div className="w-40">
              <Select
                label={words.tag}
                bare
                value={sought.tag}
                choices={[
                  { value: "", label: words.anyTag },
                  ...tags.map((value) => ({ value, label: value })),
                ]}
                onChoose={(tag) => setSought({ ...sought, tag })}
              />
            </div>
          )}
          <div className="w-40">
            <Select
              label={words.shown}
              bare
              value={sought.enabled}
              choices={[
                { value: "", label: words.onAndOff },
                { value: "on", label: words.onlyOn },
                { value: "off", label: words.onlyOff },
              ]}
              onChoose={(enabled) => setSought({ ...sought, enabled })}
            />
          </div>
        </search>
      )}
      {known.isError && <ErrorNotice error={known.error} />}
      {query.isPending && <SkeletonRows rows={6} className="h-12" />}
      {query.isError && !known.isError && (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={MessageCircleQuestion}
          title={narrow ? words.noMatch : words.empty}
          hint={narrow ? words.noMatchHint : words.emptyHint}
        />
      )}
      {entries.length > 0 && (
        <Entries
          base={base}
          entries={entries}
          onOpen={setOpen}
          onEnd={() => {
            if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
          }}
        />
      )}
      {open === "import" && <Import base={base} onClose={close} />}
      {open === "new" && <Editor base={base} entry={null} onClose={close} />}
      {open !== null && typeof open === "object" && <Editor base={base} entry={open} onClose={close} />}
    </div>
  );
}

const FORMATS = ["csv", "xlsx", "json"] as const;

function Export({ base }: { base: string }) {
  const words = useText(text);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("csv");
  const save = async () => {
    try {
      const address = URL.createObjectURL(await exported(base, format));
      const link = document.createElement("a");
      link.href = address;
      link.download = `faq.${format}`;
      link.click();
      URL.revokeObjectURL(address);
    } catch (error) {
      toast(asApiError(error).message);
    }
  };
  return (
    <div className="flex items-end gap-1">
      <div className="w-24">
        <Select
          label={words.format}
          bare
          value={format}
          choices={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChoose={setFormat}
        />
      </div>
      <Button icon={Download} onClick={() => void save()}>
        {words.export}
      </Button>
    </div>
  );
}
