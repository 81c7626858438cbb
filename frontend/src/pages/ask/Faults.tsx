import { Button } from "@/components/Button";
import { Verdict } from "@/components/Verdict";
import { useText } from "@/i18n";
import type { Fault } from "./claims";
import { text } from "./text";

interface Props {
  faults: readonly Fault[];
  /** Of the element of a fault, where its mark in the text leads. */
  idOf: (index: number) => string;
  onOpen: (fault: Fault) => void;
}

/** Each claim that does not stand: why, and, where a source says the opposite, both sentences side by side. */
export function Faults({ faults, idOf, onOpen }: Props) {
  const words = useText(text);
  if (faults.length === 0) return null;
  return (
    <section aria-label={words.remarks} className="flex flex-col gap-2">
      {faults.map((fault) => (
        <div
          key={fault.index}
          id={idOf(fault.index)}
          tabIndex={-1}
          className={`flex flex-col gap-2 rounded-md border border-l-4 bg-raised p-3 ${
            fault.claim.verdict === "reversed" ? "border-l-bad" : "border-l-doubt"
          }`}
        >
          <Verdict kind={fault.claim.verdict}>
            {fault.claim.verdict === "reversed" ? words.contradicts : undefined}
          </Verdict>
          <Sides fault={fault} />
          <Reason fault={fault} />
          {fault.source && (
            <div>
              <Button onClick={() => onOpen(fault)}>{words.openSource}</Button>
            </div>
          )}
        </div>
      ))}
    </section>
  );
}

function Sides({ fault: { claim, source, sentence } }: { fault: Fault }) {
  const words = useText(text);
  const beside = claim.verdict === "reversed" && sentence !== "";
  return (
    <dl className={`grid gap-3 text-meta ${beside ? "md:grid-cols-2" : ""}`}>
      <div>
        <dt className="text-small text-muted">{words.answerSays}</dt>
        <dd>{claim.text}</dd>
      </div>
      {beside && (
        <div>
          <dt className="text-small text-muted">
            {words.sourceSays}
            {source && ` · ${source.label}`}
          </dt>
          <dd>{sentence}</dd>
        </div>
      )}
    </dl>
  );
}

/** Where a source says the opposite, both sentences tell it; a reason is for what no source says. */
function Reason({ fault: { claim, source, sentence } }: { fault: Fault }) {
  const words = useText(text);
  if (claim.verdict === "reversed" && sentence !== "") return null;
  const vain = source ? words.citedInVain(source.label) : words.noReason;
  return (claim.warnings.length > 0 ? claim.warnings : [vain]).map((reason) => (
    <p key={reason} className="text-meta">
      {reason}
    </p>
  ));
}
