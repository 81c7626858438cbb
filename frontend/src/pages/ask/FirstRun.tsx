import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderUp, Sparkles } from "lucide-react";
import { useLocation } from "wouter";
import { api, type Schema, unwrap } from "@/api/client";
import { Button } from "@/components/Button";
import { EmptyState, ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { useBases, useFiling } from "./queries";
import { SAMPLES, sendSamples } from "./samples";
import { text } from "./text";

/** Milliseconds between looks at how far the samples are. */
const LOOK = 1_500;

/** What stands where no question was asked yet: an empty library offers samples, and these three questions. */
export function FirstRun({ onAsk }: { onAsk: (query: string) => void }) {
  const words = useText(text);
  const bases = useBases();
  const samples = bases.data?.find((base) => base.name === SAMPLES);
  const filing = useFiling(
    (bases.data ?? []).map((base) => base.id),
    samples ? { every: LOOK } : {},
  );
  const known = bases.data !== undefined && filing.every(({ data }) => data !== undefined);
  const total = filing.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  const own = filing[bases.data?.findIndex((base) => base.id === samples?.id) ?? -1]?.data;
  const adding = useAddSamples();
  if (known && total === 0 && !adding.isPending) {
    return <Empty error={adding.error} onAdd={() => adding.mutate()} />;
  }
  if (adding.isPending || (known && own && own.total === total)) {
    const ready = own?.by_status.ready ?? 0;
    const failed = own?.by_status.failed ?? 0;
    const all = Math.max(own?.total ?? 0, adding.isPending ? 3 : 0);
    return (
      <EmptyState title={words.emptyTitle} hint={words.emptyHint}>
        <p role="status" className="text-meta text-muted">
          {ready + failed < all && words.firstLoading(ready, all)}
          {failed > 0 && words.firstFailed}
        </p>
        {ready > 0 && !adding.isPending && <Questions onAsk={onAsk} />}
      </EmptyState>
    );
  }
  return <EmptyState title={words.emptyTitle} hint={words.emptyHint} />;
}

function Empty({ error, onAdd }: { error: unknown; onAdd: () => void }) {
  const words = useText(text);
  const [, navigate] = useLocation();
  return (
    <EmptyState title={words.firstTitle} hint={words.firstHint}>
      {error !== null && <ErrorNotice error={error} onRetry={onAdd} />}
      <div className="flex flex-wrap justify-center gap-2 pt-2">
        <Button icon={FolderUp} onClick={() => navigate("/library")}>
          {words.firstOwn}
        </Button>
        <Button kind="primary" icon={Sparkles} onClick={onAdd}>
          {words.firstSamples}
        </Button>
      </div>
    </EmptyState>
  );
}

function Questions({ onAsk }: { onAsk: (query: string) => void }) {
  const words = useText(text);
  return (
    <section aria-label={words.firstReady} className="flex w-full flex-col gap-2 pt-2">
      <h3 className="text-meta font-semibold">{words.firstReady}</h3>
      {words.firstQuestions.split("\n").map((query) => (
        <Button
          key={query}
          className="justify-start py-2 text-left whitespace-normal"
          onClick={() => onAsk(query)}
        >
          {query}
        </Button>
      ))}
      <p className="text-small text-muted">{words.firstQuestionsHint}</p>
    </section>
  );
}

/** The samples come into a base of their own, as any files; what was sent before is found again. */
function useAddSamples() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const bases = await unwrap(api.GET("/api/v1/knowledge-bases"));
      const base =
        bases.find(({ name }) => name === SAMPLES) ??
        (await unwrap(
          api.POST("/api/v1/knowledge-bases", {
            body: { name: SAMPLES, kind: "document" } as Schema<"BaseIn">,
          }),
        ));
      await queries.invalidateQueries({ queryKey: ["bases"], exact: true });
      await sendSamples(base.id);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["bases"] }),
  });
}
