import { ListTree } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { useListKeys } from "@/app/keys";
import { Button } from "@/components/Button";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { useStageName } from "@/components/stages";
import { type Column, Table } from "@/components/Table";
import { useFormats, useText } from "@/i18n";
import { Figures } from "./Figures";
import { Filters } from "./Filters";
import { filterFrom, paramsOf } from "./filter";
import { Outcome } from "./Outcome";
import { type Head, useSummary, useTraces } from "./queries";
import { text } from "./text";

/** Answers of a period, newest first, with what they come to. */
export function TraceList() {
  const words = useText(text);
  const [params, setParams] = useSearchParams();
  const [, navigate] = useLocation();
  const address = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(address)), [address]);
  const list = useTraces(filter);
  const summary = useSummary(filter);
  const columns = useColumns();
  const [selected, setSelected] = useState("");
  const traces = list.traces ?? [];
  const narrowed = paramsOf(filter).size > 0;
  useListKeys(
    traces.length,
    traces.findIndex((trace) => trace.trace_id === selected),
    (index) => {
      const trace = traces[index];
      if (!trace) return;
      setSelected(trace.trace_id);
      document.getElementById(buttonOf(trace.trace_id))?.focus();
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that is chosen comes into view.
  useEffect(() => {
    document.querySelector('tr[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <>
      <h1 className="text-lg font-semibold">{words.title}</h1>
      <Filters filter={filter} onChange={(next) => setParams(paramsOf(next), { replace: true })} />
      {summary.isError ? (
        <ErrorNotice error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <Figures summary={summary.data} />
      )}
      {list.isPending && <SkeletonRows rows={8} />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && traces.length === 0 && (
        <EmptyState
          icon={ListTree}
          title={narrowed ? words.noMatchTitle : words.noneTitle}
          hint={narrowed ? words.noMatchHint : words.noneHint}
        >
          {!narrowed && (
            <Button kind="primary" onClick={() => navigate("/ask")}>
              {words.ask}
            </Button>
          )}
        </EmptyState>
      )}
      {traces.length > 0 && (
        <div className="flex min-h-80 flex-1 basis-0 flex-col">
          <Table
            caption={words.caption}
            columns={columns}
            rows={traces}
            rowKey={(trace) => trace.trace_id}
            selected={selected}
            onOpen={(trace) => navigate(`/traces/${trace.trace_id}`)}
            onEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
            }}
          />
        </div>
      )}
    </>
  );
}

function buttonOf(trace: string): string {
  return `trace-${trace}`;
}

function useColumns(): Column<Head>[] {
  const words = useText(text);
  const stage = useStageName();
  const { moment, duration } = useFormats();
  return [
    {
      id: "query",
      title: words.question,
      value: (trace) => trace.query,
      // The row opens it; the button is what a keyboard and a screen reader find there.
      cell: (trace) => (
        <button
          type="button"
          id={buttonOf(trace.trace_id)}
          title={trace.query}
          className="block w-full truncate text-left font-semibold"
        >
          {trace.query}
        </button>
      ),
    },
    {
      id: "outcome",
      title: words.outcome,
      width: "9rem",
      value: (trace) => (trace.is_refusal ? "refused" : trace.risk_level),
      cell: (trace) => <Outcome refused={trace.is_refusal} risk={trace.risk_level} />,
    },
    {
      id: "type",
      title: words.type,
      width: "9rem",
      wide: true,
      value: (trace) => stage(trace.query_type),
    },
    {
      id: "retries",
      title: words.retries,
      width: "6rem",
      numeric: true,
      wide: true,
      value: (trace) => trace.retries,
    },
    {
      id: "calls",
      title: words.calls,
      width: "7.5rem",
      numeric: true,
      wide: true,
      value: (trace) => trace.model_calls,
    },
    {
      id: "took",
      title: words.took,
      width: "6rem",
      numeric: true,
      wide: true,
      value: (trace) => trace.elapsed_ms,
      cell: (trace) => duration(trace.elapsed_ms),
    },
    {
      id: "at",
      title: words.when,
      width: "7rem",
      wide: true,
      value: (trace) => trace.at,
      cell: (trace) => moment(Date.parse(trace.at) / 1000),
    },
  ];
}
