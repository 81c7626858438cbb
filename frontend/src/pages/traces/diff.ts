/** One thing that a replay has otherwise, ready to be shown. */
export type Difference =
  | { kind: "lines"; name: string; lines: readonly Line[] }
  | { kind: "values"; name: string; before: string; after: string };

export interface Line {
  sign: "+" | "-" | " ";
  text: string;
}

/** The differences of `/traces/{trace}/replay`: texts and lists as lines, the rest as then and now. */
export function differencesOf(told: Readonly<Record<string, unknown>>): Difference[] {
  return Object.entries(told).flatMap(([name, value]) => one(name, value));
}

function one(name: string, value: unknown): Difference[] {
  if (!isRecord(value)) return [];
  if (Array.isArray(value.diff)) {
    return [{ kind: "lines", name, lines: value.diff.map(String).filter(isLine).map(lineOf) }];
  }
  if (Array.isArray(value.added) && Array.isArray(value.removed)) {
    const lines: Line[] = [
      ...value.removed.map((each): Line => ({ sign: "-", text: shown(each) })),
      ...value.added.map((each): Line => ({ sign: "+", text: shown(each) })),
    ];
    return [{ kind: "lines", name, lines }];
  }
  if ("then" in value || "now" in value) {
    return [{ kind: "values", name, before: shown(value.then), after: shown(value.now) }];
  }
  // Settings: a difference for each of them that changed.
  return Object.entries(value).flatMap(([inner, held]) => one(`${name}: ${inner}`, held));
}

/** `@@ … @@` only counts lines. */
function isLine(text: string): boolean {
  return !text.startsWith("@@");
}

function lineOf(text: string): Line {
  const sign = text[0] === "+" || text[0] === "-" ? text[0] : " ";
  return { sign, text: text.slice(1) };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
