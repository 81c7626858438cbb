import { useFormats, useText } from "@/i18n";
import { text, useStageName } from "./stages";

export interface ModelCall {
  stage: string;
  model: string;
  ms: number;
  first_ms?: number | null;
  prompt_tokens?: number | null;
  completion_tokens?: number | null;
  error?: string | null;
}

interface Props {
  /** Milliseconds by stage, in the order in which they ran. */
  stages: Readonly<Record<string, number>>;
  calls?: readonly ModelCall[];
}

/** A time line: one bar a stage, each beginning where the one before ended; model calls stand under their stage. */
export function StageTimes({ stages, calls = [] }: Props) {
  const words = useText(text);
  const name = useStageName();
  const { duration } = useFormats();
  const spent = Object.entries(stages);
  const total = spent.reduce((sum, [, ms]) => sum + ms, 0);
  const share = (ms: number) => `${total > 0 ? (100 * ms) / total : 0}%`;
  let before = 0;
  return (
    <ol aria-label={words.times} className="flex flex-col gap-1.5 text-small">
      {spent.map(([stage, ms]) => {
        const start = before;
        before += ms;
        return (
          <li key={stage} className="flex flex-col gap-1">
            <div className="grid grid-cols-[9rem_1fr_4.5rem] items-center gap-2">
              <span className="truncate" title={stage}>
                {name(stage)}
              </span>
              <span aria-hidden className="relative h-2.5 rounded-sm bg-line">
                <span
                  className="absolute inset-y-0 min-w-0.5 rounded-sm bg-accent"
                  style={{ left: share(start), width: share(ms) }}
                />
              </span>
              <span className="text-right">{duration(ms)}</span>
            </div>
            {calls
              .filter((call) => call.stage === stage)
              .map((call, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name and never move.
                <Call key={index} call={call} />
              ))}
          </li>
        );
      })}
      <li className="grid grid-cols-[9rem_1fr_4.5rem] gap-2 border-t pt-1.5 font-semibold">
        <span>{words.all}</span>
        <span />
        <span className="text-right">{duration(total)}</span>
      </li>
    </ol>
  );
}

function Call({ call }: { call: ModelCall }) {
  const words = useText(text);
  const { duration, number } = useFormats();
  const read = call.prompt_tokens;
  const told = [
    duration(call.ms),
    call.first_ms != null && words.firstWord(duration(call.first_ms)),
    read != null && words.tokens(number(read), number(call.completion_tokens ?? 0)),
    call.error && `${words.callFailed}: ${call.error}`,
  ].filter(Boolean);
  return (
    <p className="pl-4 text-muted">
      {words.call(call.model)} · {told.join(" · ")}
    </p>
  );
}
