import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { createStore } from "./store";

/** Something the palette (Ctrl or Cmd+K) offers. */
export interface Command {
  id: string;
  label: string;
  /** Which kind of thing it is: "Page", "Base", "Conversation". */
  group: string;
  icon?: LucideIcon;
  run: () => void;
}

export const commands = createStore<readonly (readonly Command[])[]>([]);

/** Offers commands while the component is there. Give a list that stays the same between renders (`useMemo`). */
export function useCommands(offered: readonly Command[]): void {
  useEffect(() => {
    commands.set([...commands.get(), offered]);
    return () => commands.set(commands.get().filter((each) => each !== offered));
  }, [offered]);
}

/** Commands whose label or group holds every word, in any case; those that begin with it first. */
export function matching(all: readonly Command[], sought: string): Command[] {
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((command) => {
    const text = `${command.label} ${command.group}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0];
  if (!first) return found;
  const rank = (command: Command) => (command.label.toLocaleLowerCase().startsWith(first) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}
