import type { Verification } from "@/api/streams";
import { readCitations } from "@/components/markdown/citations";
import { Markdown } from "@/components/markdown/Markdown";
import { Verdict, type VerdictKind } from "@/components/Verdict";
import { useText } from "@/i18n";
import { general, tally } from "./claims";
import { text } from "./text";

/** What the check of the whole answer says, in words, and what is best done with it. */
export function Checked({ report }: { report: Verification | null }) {
  const words = useText(text);
  if (!report?.risk_level) return null;
  const { checked, supported } = tally(report);
  const reversed = report.claims?.some((claim) => claim.verdict === "reversed") ?? false;
  const checkable = report.groundedness !== null && report.groundedness !== undefined;
  const [kind, told] = (
    {
      pass: checkable ? ["supported", words.pass] : ["unchecked", words.nothingToCheck],
      warn: ["unsupported", words.warn],
      soft_fail: reversed ? ["reversed", words.contradicts] : ["unsupported", words.softFail],
      hard_fail: reversed ? ["reversed", words.contradicts] : ["unsupported", words.hardFail],
    } satisfies Record<string, [VerdictKind, string]>
  )[report.risk_level] as [VerdictKind, string];
  const handling = {
    review: words.handlingReview,
    note: words.handlingNote,
    log: words.handlingLog,
    none: "",
  }[report.handling ?? "none"];
  return (
    <div className="flex flex-col gap-1">
      <Verdict kind={kind}>{told}</Verdict>
      {checked > supported && (
        <p className="text-small text-muted">{words.verdictClaims(supported, checked)}</p>
      )}
      {general(report).map((warning) => (
        <p key={warning} className="text-small">
          {warning}
        </p>
      ))}
      {report.partial && <p className="text-small text-muted">{words.partial}</p>}
      {handling && (
        <p className="text-small">
          <span className="font-semibold">{words.handling}: </span>
          {handling}
        </p>
      )}
      {report.correction && (
        <details className="rounded-md border bg-raised px-3 py-2">
          <summary className="cursor-pointer text-meta font-semibold">{words.correction}</summary>
          <div className="pt-2">
            <Markdown>{readCitations(report.correction.answer).text}</Markdown>
          </div>
        </details>
      )}
    </div>
  );
}
