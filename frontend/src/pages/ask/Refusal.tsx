import { Link } from "wouter";
import type { Source } from "@/evidence/evidence";
import { SourceHead } from "@/evidence/SourceCard";
import { useText } from "@/i18n";
import { text } from "./text";

/** Passages at first sight; the pane has the others. */
const SHOWN = 3;

interface Props {
  reason: string;
  /** Names of the bases; empty where all were asked, or nobody said. */
  searched: readonly string[];
  nearest: readonly Source[];
  onOpen: (source: Source) => void;
}

/** What was searched, what came nearest, how to ask better. */
export function Refusal({ reason, searched, nearest, onOpen }: Props) {
  const words = useText(text);
  return (
    <div className="flex flex-col gap-5 pt-2">
      <dl className="flex flex-col gap-1 text-meta">
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{words.searchedIn}</dt>
          <dd className="font-semibold">{searched.length > 0 ? searched.join(", ") : words.searchedAll}</dd>
        </div>
      </dl>
      {reason && <p className="text-meta text-muted">{reason}</p>}
      <section aria-label={words.nearest} className="flex flex-col gap-2">
        <h4 className="text-meta font-semibold">{words.nearest}</h4>
        <p className="text-small text-muted">{nearest.length > 0 ? words.nearestHint : words.nothingNear}</p>
        {nearest.slice(0, SHOWN).map((source) => (
          <button
            key={source.chunkId}
            type="button"
            onClick={() => onOpen(source)}
            className="motion rounded-md border bg-raised px-3 py-2 text-left hover:bg-sunken"
          >
            <SourceHead source={source} />
            <span className="mt-1 line-clamp-2 text-small text-muted">{source.content}</span>
          </button>
        ))}
      </section>
      <section aria-label={words.askBetter} className="flex flex-col gap-1">
        <h4 className="text-meta font-semibold">{words.askBetter}</h4>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-meta">
          <li>{words.askBetterWords}</li>
          <li>{words.askBetterOne}</li>
          <li>{words.askBetterScope}</li>
          <li>
            {words.askBetterAdd}{" "}
            <Link href="/library" className="text-accent underline underline-offset-4">
              {words.toLibrary}
            </Link>
          </li>
        </ul>
      </section>
    </div>
  );
}
