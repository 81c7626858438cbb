import { type Language, prefs } from "@/app/prefs";
import { useStore } from "@/app/store";

/** A sentence, or a function of what it tells of: `(count: number) => string`. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are the catalogue's own; `Same` holds the languages to them.
type Message = string | ((...given: any[]) => string);
type Same<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : T[Key] };

export type Catalogue<T> = Readonly<Record<Language, Same<T>>>;

/**
 * Sentences of one part of the page in every language. A key that a language lacks, has too many, or takes other
 * arguments is a type error.
 *
 *     export const text = catalogue({
 *       en: { title: "Library", files: (count: number) => plural(count, "file", "files") },
 *       ko: { title: "자료", files: (count: number) => `파일 ${count}개` },
 *       zh: { title: "资料库", files: (count: number) => `${count} 个文件` },
 *     });
 */
export function catalogue<T extends Record<string, Message>>(sentences: {
  en: T;
  ko: NoInfer<Same<T>>;
  zh: NoInfer<Same<T>>;
}): Catalogue<T> {
  return sentences as unknown as Catalogue<T>;
}

/** The sentences of a catalogue in the person's language. */
export function useText<T>(of: Catalogue<T>): Same<T> {
  return of[useLanguage()];
}

export function useLanguage(): Language {
  return useStore(prefs).language;
}

/** English alone has two forms here; Korean and Chinese count with one. */
export function plural(count: number, one: string, many: string): string {
  return `${formats("en").number(count)} ${count === 1 ? one : many}`;
}

const LOCALES: Record<Language, string> = { ko: "ko-KR", en: "en", zh: "zh-CN" };
const made = new Map<Language, Formats>();

export interface Formats {
  number: (value: number) => string;
  /** A share in [0, 1] as "87 %" is written in the language. */
  percent: (share: number) => string;
  /** A score in [0, 1] with two digits. */
  score: (value: number) => string;
  bytes: (count: number) => string;
  /** Milliseconds as "0.3 s" or "320 ms". */
  duration: (milliseconds: number) => string;
  /** Unix seconds, or an ISO day. */
  date: (when: number | string) => string;
  /** Unix seconds: time today, else the day. */
  moment: (when: number) => string;
}

export function useFormats(): Formats {
  return formats(useLanguage());
}

/** Numbers and dates as the language writes them. */
export function formats(language: Language): Formats {
  const found = made.get(language);
  if (found) return found;
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      maximumFractionDigits: 1,
    }).format(value);
  const day = new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric" });
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const written: Formats = {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    score: (value) => score.format(value),
    bytes: (count) => bytes(count, short),
    duration: (ms) => (ms < 1000 ? unit(Math.round(ms), "millisecond") : unit(ms / 1000, "second")),
    date: (when) => day.format(dateOf(when)),
    moment: (when) => (isToday(dateOf(when)) ? time : day).format(dateOf(when)),
  };
  made.set(language, written);
  return written;
}

const UNITS = ["B", "KB", "MB", "GB"] as const;

function bytes(count: number, short: Intl.NumberFormat): string {
  let value = count;
  let step = 0;
  while (value >= 1000 && step < UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${short.format(value)} ${UNITS[step]}`;
}

/** An ISO day is that day wherever the reader is. */
function dateOf(when: number | string): Date {
  if (typeof when === "number") return new Date(when * 1000);
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(when) ? `${when}T00:00:00` : when);
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}
