import { useState } from "react";
import { Button } from "@/components/Button";
import { ErrorNotice, SkeletonRows } from "@/components/States";
import { VirtualList } from "@/components/VirtualList";
import { useFormats, useText } from "@/i18n";
import { Apply } from "./Apply";
import { type Config, type Cut, type Preview, parted, placeOf, trailOf } from "./cuts";
import type { Base, usePreview } from "./queries";
import { Sizes } from "./Sizes";
import { text } from "./text";

interface Props {
  name: string;
  config: Config;
  query: ReturnType<typeof usePreview>;
  /** Places of cuts that the other setting makes too; null where there is no other. */
  same: ReadonlySet<string> | null;
  bases: readonly Base[];
}

/** What a setting makes of the text: how it was cut and why, sizes, and every chunk. */
export function Outcome({ name, config, query, same, bases }: Props) {
  const words = useText(text);
  const [at, setAt] = useState<number | undefined>();
  const [applying, setApplying] = useState(false);
  const preview = query.data;
  return (
    <section
      aria-label={`${words.setting} ${name}`.trim()}
      aria-busy={query.isFetching}
      className={`flex min-w-0 flex-col gap-3 ${query.isPlaceholderData ? "opacity-60" : ""}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{name ? `${words.setting} ${name}` : words.outcome}</h2>
        {preview && bases.length > 0 && <Button onClick={() => setApplying(true)}>{words.apply}</Button>}
      </header>
      {query.isError && <ErrorNotice error={query.error} />}
      {query.isPending && query.isFetching && <SkeletonRows rows={6} className="h-16" />}
      {preview && (
        <>
          <Why preview={preview} />
          <Sizes preview={preview} limit={config.chunk_size ?? null} onChoose={setAt} />
          <VirtualList
            label={words.chunks}
            items={preview.chunks}
            itemKey={(cut) => String(cut.seq)}
            estimate={150}
            {...(at === undefined ? {} : { at })}
            align="start"
            className="h-[36rem] max-h-[80dvh] rounded-md border"
          >
            {(cut, index) => (
              <Card
                cut={cut}
                before={preview.chunks[index - 1]}
                same={same ? same.has(placeOf(cut)) : null}
              />
            )}
          </VirtualList>
          {preview.stats.truncated_to != null && (
            <p className="text-small text-muted">{words.shortened(preview.stats.truncated_to)}</p>
          )}
        </>
      )}
      {applying && <Apply config={config} bases={bases} onClose={() => setApplying(false)} />}
    </section>
  );
}

/** Which way of cutting was taken, which were not, and what was seen of the text. */
function Why({ preview }: { preview: Preview }) {
  const words = useText(text);
  const { number, percent } = useFormats();
  const tier = (name: string) => (words as unknown as Record<string, string>)[`tier_${name}`] ?? name;
  // The words of `pincite.chunking.validate`; others stand as they came.
  const reasons: Readonly<Record<string, string>> = {
    "no chunks produced": words.noChunks,
    "single chunk for large document": words.oneChunk,
    "too many tiny chunks": words.tooTiny,
    "all chunks far below target size": words.allSmall,
    "chunk exceeds 2x target size": words.oversize,
  };
  const reason = (told: string) => reasons[told] ?? told;
  const { stats, profile } = preview;
  const headings = Object.entries(profile.heading_counts).map(
    ([level, count]) => `H${level} × ${number(count)}`,
  );
  const seen: [string, string][] = [
    [words.characters, number(profile.total_chars)],
    [words.lines, number(profile.total_lines)],
    [words.language, profile.language],
    [words.headings, headings.join(", ") || "–"],
    [words.articles, number(profile.articles)],
    [words.sections, number(profile.numbered_sections)],
    [words.tables, profile.has_tables ? words.yes : words.no],
    [words.code, profile.has_code ? percent(profile.code_share) : words.no],
  ];
  return (
    <div className="flex flex-col gap-2 text-meta">
      <p>
        <span className="font-semibold">{words.cutBy(tier(preview.selected_tier))}</span>{" "}
        <span className="text-muted">{words.tried(preview.tier_chain.map(tier).join(" → "))}</span>
      </p>
      {preview.rejected.length > 0 && (
        <ul aria-label={words.rejected} className="list-disc pl-5">
          {preview.rejected.map((each) => (
            <li key={each.tier}>
              {words.notTaken(tier(each.tier))} <span className="text-muted">{reason(each.reason)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {words.sizes(
          number(stats.count),
          number(Math.round(stats.avg_chars)),
          number(stats.min_chars),
          number(stats.max_chars),
          number(Math.round(stats.stddev_chars)),
        )}
      </p>
      <details>
        <summary className="text-small font-semibold">{words.profile}</summary>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 pt-2 text-small">
          {seen.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Card({ cut, before, same }: { cut: Cut; before: Cut | undefined; same: boolean | null }) {
  const words = useText(text);
  const { number } = useFormats();
  const { shared, own } = parted(cut, before);
  const name = number(cut.seq + 1);
  const told = [
    words.chars(number(cut.size_chars)),
    words.tokenCount(number(cut.size_tokens_approx)),
    shared && words.sharedCount(number([...shared].length)),
    same !== null && (same ? words.sameCut : words.onlyHere),
  ].filter(Boolean);
  return (
    <article aria-label={words.chunk(name)} className="border-b px-3 py-2">
      <h3 className="text-meta font-semibold">
        {words.chunk(name)}
        <span className="ml-2 font-normal text-muted">{told.join(" · ")}</span>
      </h3>
      {cut.context_header && <p className="text-small text-muted">{trailOf(cut.context_header)}</p>}
      {cut.table_header && (
        <p className="text-small whitespace-pre-wrap text-muted">
          {words.tableHeader}: {cut.table_header}
        </p>
      )}
      <p className="pt-1 text-meta whitespace-pre-wrap">
        {shared && (
          <span title={words.shared} className="rounded-sm bg-wash underline decoration-dotted">
            {shared}
          </span>
        )}
        {own}
      </p>
    </article>
  );
}
