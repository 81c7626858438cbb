import { createStore } from "./store";

/** What a person chose on this device. public/first.js reads theme and language before the first paint. */
const PLACE = "pincite.prefs";

export const LANGUAGES = ["ko", "en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Prefs {
  language: Language;
  theme: Theme;
  /** Shortcuts of one letter, which speech input may press by accident (WCAG 2.1.4). */
  shortcuts: boolean;
  railOpen: boolean;
  /** Pixels, 380 to 560. */
  paneWidth: number;
}

export const PANE_LEAST = 380;
export const PANE_MOST = 560;

export const prefs = createStore<Prefs>(read());

export function setPrefs(change: Partial<Prefs>): void {
  const next = { ...prefs.get(), ...change };
  prefs.set(next);
  show(next);
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch {
    // Storage may be forbidden; the choice then lives as long as the page.
  }
}

/** The first language of the browser that the page speaks; English if there is none. */
export function languageFrom(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

export function show(chosen: Prefs): void {
  const root = document.documentElement;
  root.lang = chosen.language === "zh" ? "zh-Hans" : chosen.language;
  if (chosen.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = chosen.theme;
}

function read(): Prefs {
  const usual: Prefs = {
    language: languageFrom(typeof navigator === "undefined" ? [] : navigator.languages),
    theme: "system",
    shortcuts: true,
    railOpen: false,
    paneWidth: 440,
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return checked({ ...usual, ...(kept as Partial<Prefs>) }, usual);
  } catch {
    return usual;
  }
}

function checked(kept: Prefs, usual: Prefs): Prefs {
  return {
    language: LANGUAGES.includes(kept.language) ? kept.language : usual.language,
    theme: THEMES.includes(kept.theme) ? kept.theme : usual.theme,
    shortcuts: kept.shortcuts !== false,
    railOpen: kept.railOpen === true,
    paneWidth: Math.min(PANE_MOST, Math.max(PANE_LEAST, Number(kept.paneWidth) || usual.paneWidth)),
  };
}
