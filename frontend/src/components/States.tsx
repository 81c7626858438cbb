import { AlertTriangle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { asApiError, UNREACHABLE, UNREADABLE } from "@/api/errors";
import { useText } from "@/i18n";
import { Button } from "./Button";
import { text } from "./text";

/** A grey shape of what will be there: give it the size of the content. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse-soft rounded-sm bg-line ${className}`} />;
}

/** Lines as a list will have them. */
export function SkeletonRows({ rows = 6, className = "h-9" }: { rows?: number; className?: string }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next, in a sentence. */
  hint?: ReactNode;
  /** The next step as a button. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, hint, children }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {Icon && <Icon size={28} className="text-muted" aria-hidden />}
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="text-muted">{hint}</p>}
      {children}
    </div>
  );
}

/** What is wrong and what to do, from any error; the code and the number in the log for whoever is asked. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const words = useText(text);
  const told = asApiError(error);
  const own = {
    [UNREACHABLE]: [words.unreachable, words.unreachableHint],
    [UNREADABLE]: [words.unreadable, words.unreadableHint],
    page: [words.page, words.pageHint],
  }[told.code];
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-control bg-raised p-3 text-meta">
      <AlertTriangle size={18} className="mt-0.5 shrink-0 text-doubt" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">{own?.[0] ?? told.message}</p>
        <p>{own?.[1] ?? told.hint}</p>
        <p className="text-small text-muted">
          <code>{told.code}</code>
          {told.requestId && <> · {words.requestId(told.requestId)}</>}
        </p>
        {onRetry && (
          <div className="pt-1">
            <Button onClick={onRetry}>{words.retry}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
