import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./index.css", import.meta.url), "utf8");
const light = tokens(/^:root \{([^}]*)\}/m);
const dark = tokens(/^:root\[data-theme="dark"\] \{([^}]*)\}/m);
const bySystem = tokens(/prefers-color-scheme: dark\) \{\s*:root[^{]*\{([^}]*)\}/);

function tokens(place: RegExp): Record<string, string> {
  const block = place.exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((found) => [found[1] ?? "", found[2] ?? ""]),
  );
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ["light", light],
  ["dark", dark],
])("every text can be read on every ground: %s", (_, theme) => {
  const at = (name: string) => theme[name] ?? "";
  for (const ground of ["paper", "raised", "sunken", "wash", "mark"]) {
    expect(contrast(at("ink"), at(ground)), `ink on ${ground}`).toBeGreaterThanOrEqual(7);
  }
  for (const ground of ["paper", "raised", "sunken"]) {
    for (const text of ["muted", "accent", "good", "doubt", "bad"]) {
      expect(contrast(at(text), at(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(at("control"), at(ground)), `control on ${ground}`).toBeGreaterThanOrEqual(3);
  }
  for (const text of ["muted", "accent"]) {
    expect(contrast(at(text), at("wash")), `${text} on wash`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(at("on-accent"), at("accent"))).toBeGreaterThanOrEqual(4.5);
});

test("the dark of the system is the dark that is chosen", () => {
  expect(Object.keys(light).length).toBeGreaterThan(12);
  expect(bySystem).toEqual(dark);
});
