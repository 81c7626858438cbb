import type { Schema } from "@/api/client";

export type Config = Partial<Schema<"ChunkingIn">>;
export type Preview = Schema<"PreviewOut">;
export type Cut = Preview["chunks"][number];

export const STRATEGIES = ["auto", "heading", "heuristic", "recursive", "legacy"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A setting as it stands in its boxes; an empty one is as the library has it. */
export interface Setting {
  size: string;
  overlap: string;
  strategy: Strategy | "";
  tokens: string;
  family: boolean;
  parent: string;
  child: string;
}

export const AS_SET: Setting = {
  size: "",
  overlap: "",
  strategy: "",
  tokens: "",
  family: false,
  parent: "",
  child: "",
};

/** Most characters that a preview takes (`MAX_CHARS` of the API). */
export const LONGEST = 65_536;

/** What the API is told. */
export function configOf(setting: Setting): Config {
  const number = (box: string) => (/^\d+$/.test(box.trim()) ? Number(box) : undefined);
  const all = {
    chunk_size: number(setting.size),
    chunk_overlap: number(setting.overlap),
    strategy: setting.strategy || undefined,
    token_limit: number(setting.tokens),
    enable_parent_child: setting.family,
    parent_chunk_size: setting.family ? number(setting.parent) : undefined,
    child_chunk_size: setting.family ? number(setting.child) : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The boxes of a configuration that acts. */
export function settingOf(config: Readonly<Record<string, unknown>>): Setting {
  const box = (name: string) => (typeof config[name] === "number" ? String(config[name]) : "");
  return {
    size: box("chunk_size"),
    overlap: box("chunk_overlap"),
    strategy: STRATEGIES.find((each) => each === config.strategy) ?? "",
    tokens: box("token_limit"),
    family: config.enable_parent_child === true,
    parent: box("parent_chunk_size"),
    child: box("child_chunk_size"),
  };
}

/** The beginning of a text that a preview takes, by code points, and how much is left out. */
export function within(text: string): { taken: string; left: number } {
  if (text.length <= LONGEST) return { taken: text, left: 0 };
  const points = [...text];
  return { taken: points.slice(0, LONGEST).join(""), left: Math.max(0, points.length - LONGEST) };
}

/** A chunk parted into what its forerunner holds too, and the rest. */
export function parted(cut: Cut, before: Cut | undefined): { shared: string; own: string } {
  const shared = before ? Math.max(0, Math.min(before.end, cut.end) - cut.start) : 0;
  if (shared === 0) return { shared: "", own: cut.content };
  const points = [...cut.content];
  return { shared: points.slice(0, shared).join(""), own: points.slice(shared).join("") };
}

/** The lines of a heading trail without their marks. */
export function trailOf(header: string): string {
  return header
    .split("\n")
    .map((line) => line.replace(/^#+\s*/, "").trim())
    .filter(Boolean)
    .join(" > ");
}

/** Places of the cuts that both settings make. */
export function common(one: Preview | undefined, other: Preview | undefined): ReadonlySet<string> {
  const places = new Set(one?.chunks.map(placeOf));
  return new Set(other?.chunks.map(placeOf).filter((place) => places.has(place)));
}

export function placeOf(cut: Cut): string {
  return `${cut.start}:${cut.end}`;
}
