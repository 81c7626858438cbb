import { useEffect, useRef } from "react";
import { prefs } from "./prefs";

/** `false` lets the next one below have the key. */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing.
type Handler = (event: KeyboardEvent) => void | boolean;
export type Keys = Readonly<Record<string, Handler>>;

const layers: { current: Keys }[] = [];

/**
 * Shortcuts while the component is there: `"/"`, `"["`, `"j"`, `"escape"`, `"mod+k"` (Ctrl, or Cmd on a Mac).
 * The last component that came has a key first. Keys without `mod` do nothing while somebody types, save Escape,
 * and none at all where the person turned them off.
 */
export function useKeys(keys: Keys, enabled = true): void {
  const layer = useRef(keys);
  layer.current = keys;
  useEffect(() => {
    if (!enabled) return;
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [enabled]);
}

/** Listens for the whole page; called once. */
export function listenForKeys(): () => void {
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  const plain = !name.startsWith("mod+") && name !== "escape";
  if (plain && (isTyping(event.target) || !prefs.get().shortcuts)) return;
  // A dialog has the keys to itself; Escape closes it without us.
  if (name !== "mod+k" && document.querySelector("dialog:modal")) return;
  for (const layer of [...layers].reverse()) {
    const handler = layer.current[name];
    if (handler && handler(event) !== false) {
      event.preventDefault();
      return;
    }
  }
}

/** With a Korean or Chinese input method `key` is no letter, so the place on the keyboard counts. */
export function keyName(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey">,
): string {
  const key = /^[\x20-\x7e]$/.test(event.key) || event.key.length > 1 ? event.key : lettersOf(event.code);
  const name = (key === "Process" ? lettersOf(event.code) : key).toLowerCase();
  return `${event.ctrlKey || event.metaKey ? "mod+" : ""}${event.altKey ? "alt+" : ""}${name}`;
}

const PLACES: Readonly<Record<string, string>> = { Slash: "/", BracketLeft: "[", BracketRight: "]" };

function lettersOf(code: string): string {
  return code.startsWith("Key") ? code.slice(3) : (PLACES[code] ?? "");
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return (
    target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type)
  );
}

/** `j` and `k` (and nothing else) walk through a list of `count`. */
export function useListKeys(count: number, at: number, go: (index: number) => void, enabled = true): void {
  useKeys(
    {
      j: () => go(Math.min(count - 1, at + 1)),
      k: () => go(Math.max(0, at - 1)),
    },
    enabled && count > 0,
  );
}
