import { Ban, CircleCheck, CircleDashed, Loader, type LucideIcon, OctagonAlert } from "lucide-react";
import { useFormats, useText } from "@/i18n";
import { isSettled, type Row } from "./rows";
import { text } from "./text";

const ICONS: Record<string, LucideIcon> = {
  ready: CircleCheck,
  failed: OctagonAlert,
  cancelled: Ban,
  pending: CircleDashed,
  waiting: CircleDashed,
};

export function useStageWord(): (stage: string) => string {
  const words = useText(text);
  const known: Record<string, string> = {
    waiting: words.waiting,
    sending: words.sending,
    pending: words.pending,
    parsing: words.parsing,
    chunking: words.chunking,
    enriching: words.enriching,
    indexing: words.indexing,
    ready: words.stateReady,
    failed: words.stateFailed,
    cancelled: words.cancelled,
    deleting: words.deleting,
  };
  return (stage) => known[stage] ?? stage;
}

/** Icon, word, and what belongs to it: the share that is done, or why it failed. */
export function State({ row }: { row: Row }) {
  const words = useText(text);
  const { number, percent } = useFormats();
  const word = useStageWord();
  const Icon = ICONS[row.stage] ?? Loader;
  const share = row.total > 0 ? row.done / row.total : null;
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="flex items-center gap-1.5">
        <Icon size={15} className="shrink-0 text-muted" aria-hidden />
        <span>{word(row.stage)}</span>
        {share !== null && (
          <span className="text-small text-muted">
            {row.upload ? percent(share) : words.of(number(row.done), number(row.total))}
          </span>
        )}
      </span>
      {share !== null && !isSettled(row.stage) && (
        <progress
          className="h-1 w-full max-w-48 appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          value={row.done}
          max={row.total}
          aria-label={`${row.name}: ${word(row.stage)}`}
        />
      )}
      {row.reason && (
        <span className="block truncate text-small text-muted" title={row.reason}>
          {row.reason}
        </span>
      )}
    </span>
  );
}
