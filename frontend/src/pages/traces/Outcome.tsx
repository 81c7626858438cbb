import { CircleSlash2 } from "lucide-react";
import { Verdict, type VerdictKind } from "@/components/Verdict";
import { useText } from "@/i18n";
import { RISKS } from "./filter";
import { text } from "./text";

const KINDS: Record<(typeof RISKS)[number], VerdictKind> = {
  pass: "supported",
  warn: "unsupported",
  soft_fail: "unsupported",
  hard_fail: "unsupported",
};

/** How an answer ended: refused, or what its check said, with icon and word. */
export function Outcome({ refused, risk }: { refused: boolean; risk: string | null }) {
  const words = useText(text);
  if (refused) {
    return (
      <span className="inline-flex items-center gap-1 text-small font-semibold text-muted">
        <CircleSlash2 size={14} strokeWidth={2.5} className="shrink-0" aria-hidden />
        {words.refusal}
      </span>
    );
  }
  const level = RISKS.find((each) => each === risk);
  return level ? (
    <Verdict kind={KINDS[level]}>{words[level]}</Verdict>
  ) : (
    <Verdict kind="unchecked">{words.unchecked}</Verdict>
  );
}
