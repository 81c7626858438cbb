import { Check, CircleDashed, CircleSlash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "@/i18n";
import { text } from "./text";

export type VerdictKind = "supported" | "unsupported" | "reversed" | "unchecked";

const LOOKS = {
  supported: { icon: Check, colour: "text-good", line: "decoration-good decoration-1" },
  unsupported: {
    icon: TriangleAlert,
    colour: "text-doubt",
    line: "decoration-doubt decoration-2 decoration-dashed",
  },
  reversed: { icon: CircleSlash2, colour: "text-bad", line: "decoration-bad decoration-2 decoration-wavy" },
  unchecked: { icon: CircleDashed, colour: "text-muted", line: "" },
} as const;

/** Icon and word; colour never speaks alone. */
export function Verdict({ kind, children }: { kind: VerdictKind; children?: ReactNode }) {
  const words = useText(text);
  const { icon: Icon, colour } = LOOKS[kind];
  return (
    <span className={`inline-flex items-center gap-1 text-small font-semibold ${colour}`}>
      <Icon size={14} strokeWidth={2.5} className="shrink-0" aria-hidden />
      {children ?? words[kind]}
    </span>
  );
}

interface ClaimProps {
  kind: VerdictKind;
  /** Why, in words; a tip over the claim. */
  reason?: string;
  /** False for a piece that another piece of the same claim follows: the verdict is said once, at the end. */
  last?: boolean;
  /** Leads to what is wrong with it; the word at its end is then a button. */
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/** A claim within a text: underlined by its verdict, with the verdict in a word where it is a bad one. */
export function Claim({ kind, reason, last = true, onOpen, children }: ClaimProps) {
  const words = useText(text);
  if (kind === "unchecked") return <>{children}</>;
  const { icon: Icon, colour, line } = LOOKS[kind];
  const said = reason ? `${words[kind]}: ${reason}` : words[kind];
  return (
    <>
      <span title={said} data-verdict={kind} className={`underline underline-offset-4 ${line}`}>
        {children}
      </span>
      {last && kind === "supported" && <span className="sr-only"> ({said})</span>}
      {last && kind !== "supported" && (
        <button
          type="button"
          onClick={onOpen}
          disabled={!onOpen}
          title={said}
          className={`motion mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm border px-1 align-baseline text-small leading-none font-semibold hover:bg-sunken ${colour}`}
        >
          <Icon size={13} strokeWidth={2.5} aria-hidden />
          {words[kind]}
        </button>
      )}
    </>
  );
}
