import { useFormats, useText } from "@/i18n";
import type { Preview } from "./cuts";
import { text } from "./text";

interface Props {
  preview: Preview;
  /** Characters that a chunk may have; null where the library says. */
  limit: number | null;
  onChoose: (index: number) => void;
}

const HEIGHT = 72;

/** The sizes of the chunks in their order: one bar each, and the limit as a line. */
export function Sizes({ preview, limit, onChoose }: Props) {
  const words = useText(text);
  const { number } = useFormats();
  const most = Math.max(preview.stats.max_chars, limit ?? 0, 1);
  const line = limit === null ? null : (limit / most) * HEIGHT;
  return (
    <figure className="flex flex-col gap-1">
      <div className="relative" style={{ height: HEIGHT }}>
        {line !== null && (
          <div
            className="absolute inset-x-0 border-t border-dashed border-control"
            style={{ bottom: line }}
          />
        )}
        {/* The list below says the same to keyboards and screen readers. */}
        <div aria-hidden className="absolute inset-0 flex items-end gap-px overflow-hidden border-b">
          {preview.chunks.map((cut, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a short cut for pointers.
            <div
              key={cut.seq}
              title={`${words.chunk(number(cut.seq + 1))}: ${words.chars(number(cut.size_chars))}`}
              onClick={() => onChoose(index)}
              className="max-w-6 min-w-px flex-1 cursor-pointer bg-accent hover:bg-accent-strong"
              style={{ height: Math.max(1, (cut.size_chars / most) * HEIGHT) }}
            />
          ))}
        </div>
      </div>
      <figcaption className="text-small text-muted">
        {limit === null ? words.plot : words.plotLimit(number(limit))}
      </figcaption>
    </figure>
  );
}
