import { expect, test } from "vitest";
import { LANGUAGES, languageFrom } from "@/app/prefs";
import { type Catalogue, formats, plural } from ".";

const modules = import.meta.glob<{ text: Catalogue<Record<string, unknown>> }>("../**/text.ts", {
  eager: true,
});

test("every catalogue says everything in every language", () => {
  expect(Object.keys(modules).length).toBeGreaterThan(4);
  for (const [place, { text }] of Object.entries(modules)) {
    for (const language of LANGUAGES) {
      expect(Object.keys(text[language]), `${place} ${language}`).toEqual(Object.keys(text.en));
      for (const [key, said] of Object.entries(text[language])) {
        expect(said, `${place} ${language} ${key}`).not.toBe("");
      }
    }
  }
});

test("no sentence shouts", () => {
  for (const [place, { text }] of Object.entries(modules)) {
    for (const language of LANGUAGES) {
      for (const said of Object.values(text[language])) {
        if (typeof said === "string") expect(said, place).not.toMatch(/[!！]/);
      }
    }
  }
});

test("the first language of the browser that the page speaks is taken", () => {
  expect(languageFrom(["fr-FR", "zh-TW", "ko"])).toBe("zh");
  expect(languageFrom(["KO-kr"])).toBe("ko");
  expect(languageFrom(["fr"])).toBe("en");
});

test("numbers and days are written as the language writes them", () => {
  expect(formats("en").number(12345.5)).toBe("12,345.5");
  expect(formats("ko").date("2024-01-31")).toBe("2024년 1월 31일");
  expect(formats("zh").date("2024-01-31")).toBe("2024年1月31日");
  expect(formats("en").bytes(21_500_000)).toBe("21.5 MB");
  expect(formats("en").percent(0.873)).toBe("87%");
  expect(formats("en").score(0.6)).toBe("0.60");
  expect([plural(1, "file", "files"), plural(2, "file", "files")]).toEqual(["1 file", "2 files"]);
});
