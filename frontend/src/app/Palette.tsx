import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { Dialog } from "@/components/Dialog";
import { useText } from "@/i18n";
import { commands, matching } from "./commands";
import { useStore } from "./store";
import { text } from "./text";

/** Anywhere in a few letters: ARIA's combobox with a list. */
export function Palette({ onClose }: { onClose: () => void }) {
  const words = useText(text);
  const all = useStore(commands);
  const list = useId();
  const [sought, setSought] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => matching(all.flat(), sought).slice(0, 50), [all, sought]);
  const run = (index: number) => {
    onClose();
    found[index]?.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setAt((at + by + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter") run(at);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.palette} onClose={onClose} bare>
      <input
        autoFocus
        role="combobox"
        aria-label={words.palette}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        placeholder={words.paletteHint}
        value={sought}
        onChange={(event) => {
          setSought(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        className="w-full rounded-md border border-control bg-raised px-3 py-2"
      />
      <div id={list} role="listbox" aria-label={words.palette} className="mt-2 flex flex-col">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the box.
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box; aria-activedescendant tells where.
          <div
            key={command.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: "nearest" });
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => run(index)}
            className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-meta aria-selected:bg-wash"
          >
            {command.icon && <command.icon size={18} className="shrink-0 text-muted" aria-hidden />}
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            <span className="text-small text-muted">{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 py-2 text-meta text-muted">{words.paletteNone}</p>}
    </Dialog>
  );
}
