import { Copy, RotateCcw, Search, ThumbsDown, ThumbsUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { Button, IconButton } from "@/components/Button";
import { Labelled } from "@/components/Field";
import { withoutCitations } from "@/components/markdown/citations";
import { ErrorNotice } from "@/components/States";
import { toast } from "@/components/toasts";
import { useText } from "@/i18n";
import { useVote, type Vote } from "./queries";
import { text } from "./text";

interface Props {
  session: string;
  message: string;
  said: string;
  /** Address of the inspector at the question. */
  why: string;
  feedback: Vote | null;
  onRegenerate: () => void;
}

/** Copy, answer again, a vote with its reason, and the way to the search behind the answer. */
export function Actions({ session, message, said, why, feedback, onRegenerate }: Props) {
  const words = useText(text);
  const vote = useVote(session, message, feedback);
  const [asking, setAsking] = useState(false);
  const choose = (value: Vote) => {
    const next = vote.now() === value ? null : value;
    vote.mutate({ message, value: next, reason: "" });
    setAsking(next === "down");
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(withoutCitations(said));
      toast(words.copied);
    } catch {
      toast(words.notCopied);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: these are no fields of a form. */}
      <div role="group" aria-label={words.actions} className="-ml-2 flex flex-wrap items-center">
        <IconButton icon={Copy} label={words.copy} onClick={() => void copy()} />
        <IconButton icon={RotateCcw} label={words.regenerate} onClick={onRegenerate} />
        <IconButton
          icon={ThumbsUp}
          label={words.good}
          aria-pressed={vote.shown === "up"}
          className={PRESSED}
          onClick={() => choose("up")}
        />
        <IconButton
          icon={ThumbsDown}
          label={words.bad}
          aria-pressed={vote.shown === "down"}
          className={PRESSED}
          onClick={() => choose("down")}
        />
        <Link
          href={why}
          className="motion inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-meta font-semibold text-muted hover:bg-sunken hover:text-ink"
        >
          <Search size={16} aria-hidden />
          {words.whyThis}
        </Link>
      </div>
      {vote.isError && <ErrorNotice error={vote.error} />}
      {asking && (
        <Reason
          busy={vote.isPending}
          onTell={async (reason) => {
            try {
              await vote.mutateAsync({ message, value: "down", reason });
              setAsking(false);
              toast(words.thanks);
            } catch {
              // Told above; what was written stays.
            }
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const PRESSED = "aria-pressed:bg-wash aria-pressed:text-accent";

/** Characters that the API takes. */
const LONGEST = 2_000;

interface ReasonProps {
  busy: boolean;
  onTell: (reason: string) => Promise<void>;
  onCancel: () => void;
}

function Reason({ busy, onTell, onCancel }: ReasonProps) {
  const words = useText(text);
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onTell(reason.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 rounded-md border bg-raised p-3">
      <div className="flex flex-wrap gap-2">
        {words.reasons.split("\n").map((each) => (
          <Button
            key={each}
            aria-pressed={reason === each}
            className={PRESSED}
            onClick={() => setReason(each)}
          >
            {each}
          </Button>
        ))}
      </div>
      <Labelled label={words.why} hint={words.whyHint}>
        {(given) => (
          <textarea
            {...given}
            rows={2}
            maxLength={LONGEST}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="field-sizing-content min-h-16 rounded-md border border-control bg-paper px-3 py-2"
          />
        )}
      </Labelled>
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" type="submit" disabled={busy || !reason.trim()}>
          {words.tell}
        </Button>
      </div>
    </form>
  );
}
