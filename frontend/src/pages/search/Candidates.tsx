import { useMemo } from "react";
import { type Column, Table } from "@/components/Table";
import { useFormats, useText } from "@/i18n";
import { useLegNames } from "./Journey";
import { type Candidate, LEGS, legRank, type Pair } from "./stages";
import { text } from "./text";

interface Props {
  pairs: readonly Pair[];
  /** Two settings stand side by side. */
  compared: boolean;
  selected: string;
  onOpen: (id: string) => void;
}

/** Every candidate with its rank at each stage and its end. */
export function Candidates({ pairs, compared, selected, onOpen }: Props) {
  const words = useText(text);
  const columns = useColumns(pairs, compared);
  return (
    <Table
      caption={words.candidates}
      columns={columns}
      rows={pairs}
      rowKey={(pair) => pair.id}
      selected={selected}
      onOpen={(pair) => onOpen(pair.id)}
      rowHeight={52}
      tools={<h2 className="text-meta font-semibold">{`${words.candidates} (${pairs.length})`}</h2>}
    />
  );
}

const SIDES = ["first", "second"] as const;

function useColumns(pairs: readonly Pair[], compared: boolean): Column<Pair>[] {
  const words = useText(text);
  const legs = useLegNames();
  const { score } = useFormats();
  return useMemo(() => {
    const told = (value: number | null | undefined) => (value == null ? "–" : score(value));
    const passage: Column<Pair> = {
      id: "passage",
      title: words.passage,
      width: "min(18rem, 44vw)",
      value: titleOf,
      cell: (pair) => {
        const candidate = pair.first ?? pair.second;
        // The row opens it; the button is what a keyboard and a screen reader find there.
        return (
          <button type="button" title={titleOf(pair)} className="block w-full truncate text-left">
            <span className="block truncate font-semibold">
              {lastOf(candidate?.place) || candidate?.document || words.unread}
            </span>
            <span className="block truncate text-small text-muted">
              {candidate?.document ? candidate.document : pair.id.slice(0, 8)}
            </span>
          </button>
        );
      },
    };
    const number = (
      id: string,
      title: string,
      value: (candidate: Candidate) => number | null,
      cell?: (candidate: Candidate) => string,
    ): Column<Pair>[] =>
      (compared ? SIDES : (["first"] as const)).map((side) => ({
        id: `${id}:${side}`,
        title: compared ? `${words[side]}: ${title}` : title,
        numeric: true,
        wide: id !== "answer",
        width: id === "answer" ? "6.5rem" : "7rem",
        value: (pair: Pair) => {
          const candidate = pair[side];
          return candidate ? value(candidate) : null;
        },
        cell: (pair: Pair) => {
          const candidate = pair[side];
          return candidate ? (cell?.(candidate) ?? value(candidate) ?? "–") : "–";
        },
      }));
    const ends = (compared ? SIDES : (["first"] as const)).map(
      (side): Column<Pair> => ({
        id: `end:${side}`,
        title: compared ? `${words[side]}: ${words.end}` : words.end,
        width: "13rem",
        value: (pair) => {
          const candidate = pair[side];
          return candidate ? words[candidate.outcome] : words.notFound;
        },
        cell: (pair) => {
          const candidate = pair[side];
          const end = candidate ? words[candidate.outcome] : words.notFound;
          return (
            <span title={end} className={candidate?.outcome === "used" ? "font-semibold" : "text-muted"}>
              {end}
            </span>
          );
        },
      }),
    );
    const seen = LEGS.filter((leg) =>
      pairs.some((pair) => [pair.first, pair.second].some((each) => each && legRank(each, leg) !== null)),
    );
    const answer = number("answer", words.place, (each) => each.answer_rank);
    const rerank = [
      ...number("rerank", words.rerankRank, (each) => each.rerank_rank),
      ...number(
        "probability",
        words.probability,
        (each) => each.rerank,
        (each) => told(each.rerank),
      ),
    ];
    if (compared) return [passage, ...answer, ...ends, ...rerank];
    return [
      passage,
      ...answer,
      ...ends,
      ...seen.flatMap((leg) => number(leg, legs[leg], (each) => legRank(each, leg))),
      ...number(
        "rrf",
        words.rrf,
        (each) => each.rrf,
        (each) => each.rrf?.toFixed(4) ?? "–",
      ),
      ...number("pool", words.pool, (each) => each.pool_rank),
      ...number(
        "base",
        words.baseScore,
        (each) => each.base,
        (each) => told(each.base),
      ),
      ...rerank,
      ...number(
        "composite",
        words.composite,
        (each) => each.composite,
        (each) => `${told(each.composite)}${each.boosted ? ` (${words.boosted})` : ""}`,
      ),
    ];
  }, [pairs, compared, words, legs.dense, legs, score]);
}

/** The clause itself; what it stands under is told by the title. */
function lastOf(place: string | null | undefined): string {
  return place?.split(" > ").at(-1) ?? "";
}

/** Document and clause of a candidate; its id where it was never read. */
export function titleOf(pair: Pair): string {
  const known = pair.first?.document ? pair.first : pair.second?.document ? pair.second : pair.first;
  return [known?.document, known?.place].filter(Boolean).join(", ") || pair.id;
}
