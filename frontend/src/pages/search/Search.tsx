import { useQueryClient } from "@tanstack/react-query";
import { Search as Icon } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { useListKeys } from "@/app/keys";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { dropEvidence, showEvidence } from "@/evidence/evidence";
import { useText } from "@/i18n";
import { Candidates, titleOf } from "./Candidates";
import { Inquire } from "./Inquire";
import { Journey } from "./Journey";
import { Overview } from "./Overview";
import { type Found, sourceOf, useBases, useInspection } from "./queries";
import { type Inquiry, inquiryFrom, paramsOf } from "./settings";
import { type Candidate, paired, type StepId, stepOf } from "./stages";
import { text } from "./text";

const OWNER = "search";

export default function Search() {
  const words = useText(text);
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const inquiry = useMemo(() => inquiryFrom(new URLSearchParams(address)), [address]);
  const [draft, setDraft] = useState(inquiry);
  useEffect(() => setDraft(inquiry), [inquiry]);
  useEffect(() => () => dropEvidence(OWNER), []);
  const first = useInspection(inquiry, inquiry.first);
  const second = useInspection(inquiry, inquiry.second);
  const sides = inquiry.second ? [first, second] : [first];
  const failed = sides.find((side) => side.isError);
  const busy = sides.some((side) => side.isFetching);
  const run = () => {
    const next = paramsOf({ ...draft, question: draft.question.trim() });
    if (next.toString() === address) for (const side of sides) void side.refetch();
    else setParams(next);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-col gap-5 p-4 md:p-6">
        <h1 className="text-lg font-semibold">{words.title}</h1>
        <Inquire draft={draft} onChange={setDraft} onRun={run} busy={busy} />
        {failed && (
          <ErrorNotice
            error={failed.error}
            onRetry={() => {
              for (const side of sides) if (side.isError) void side.refetch();
            }}
          />
        )}
        {!inquiry.question && <EmptyState icon={Icon} title={words.emptyTitle} hint={words.emptyHint} />}
        {inquiry.question && !failed && sides.some((side) => side.isPending) && (
          <div role="status" aria-label={words.loading}>
            <SkeletonRows rows={8} />
          </div>
        )}
        {first.data && (!inquiry.second || second.data) && (
          <Inspection key={address} inquiry={inquiry} first={first.data} second={second.data ?? null} />
        )}
      </div>
    </div>
  );
}

interface InspectionProps {
  inquiry: Inquiry;
  first: Found;
  second: Found | null;
}

const NONE: readonly Candidate[] = [];

function Inspection({ inquiry, first, second }: InspectionProps) {
  const words = useText(text);
  const queries = useQueryClient();
  const all = useBases();
  const [step, setStep] = useState<StepId | null>(null);
  const [selected, setSelected] = useState("");
  const [error, setError] = useState<unknown>(null);
  const compared = inquiry.second !== null && second !== null;
  const runs = compared ? [first, second] : [first];
  const pairs = useMemo(
    () =>
      paired(
        first.explanation?.candidates ?? NONE,
        compared ? (second?.explanation?.candidates ?? NONE) : NONE,
      ),
    [first, second, compared],
  );
  const shown = useMemo(() => {
    const left = (candidate: Candidate | null) => candidate && stepOf(candidate.outcome) === step;
    return step ? pairs.filter((pair) => left(pair.first) || left(pair.second)) : pairs;
  }, [pairs, step]);
  const open = async (id: string) => {
    const bases = inquiry.bases.length > 0 ? inquiry.bases : (all.data ?? []).map((base) => base.id);
    setSelected(id);
    setError(null);
    try {
      const source = await queries.fetchQuery({
        queryKey: ["inspected", id, inquiry],
        queryFn: () => sourceOf(id, runs, bases),
        staleTime: Number.POSITIVE_INFINITY,
      });
      showEvidence({ owner: OWNER, stops: [{ id, source, sentence: "" }], at: 0, sources: [] });
    } catch (fault) {
      setError(fault);
    }
  };
  const at = shown.findIndex((pair) => pair.id === selected);
  useListKeys(shown.length, at, (index) => {
    const pair = shown[index];
    if (pair) void open(pair.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that is chosen comes into view.
  useEffect(() => {
    document.querySelector('tr[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const pair = pairs.find((each) => each.id === selected);
  const standing = (candidate: Candidate | null) => {
    const by = candidate?.by;
    const holder = by && pairs.find((each) => each.id === by);
    return holder ? titleOf(holder) : (by ?? "");
  };
  const names = compared ? [words.first, words.second] : [""];
  return (
    <>
      <div className={compared ? "grid gap-6 md:grid-cols-2" : ""}>
        {runs.map(
          (found, index) =>
            found.explanation && (
              <Overview
                key={names[index]}
                name={names[index] ?? ""}
                found={found}
                explanation={found.explanation}
                step={step}
                onStep={setStep}
              />
            ),
        )}
      </div>
      {pairs.length === 0 ? (
        <EmptyState icon={Icon} title={words.none} hint={words.noneHint} />
      ) : (
        <>
          {pair && (
            <Journey
              title={titleOf(pair)}
              sides={[pair.first, pair.second].slice(0, names.length).map((candidate, index) => ({
                name: names[index] ?? "",
                candidate,
                by: standing(candidate),
              }))}
              onClose={() => setSelected("")}
            />
          )}
          {error !== null && <ErrorNotice error={error} />}
          <div className="flex h-[34rem] max-h-[80dvh] flex-col">
            <Candidates
              pairs={shown}
              compared={compared}
              selected={selected}
              onOpen={(id) => void open(id)}
            />
          </div>
        </>
      )}
    </>
  );
}
