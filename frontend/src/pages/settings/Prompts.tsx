import { useState } from "react";
import { Field, Select } from "@/components/Field";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { useLanguage, useText } from "@/i18n";
import { type Prompt, usePrompts } from "./queries";
import { text } from "./text";

const LANGUAGES = [
  { value: "ko", label: "한국어" },
  { value: "en", label: "English" },
  { value: "zh", label: "中文" },
] as const;

/** The words with which a model is asked, as they hold for this library. */
export function Prompts() {
  const words = useText(text);
  const own = useLanguage();
  const query = usePrompts();
  const [language, setLanguage] = useState<"ko" | "en" | "zh">(own);
  const [sought, setSought] = useState("");
  const shown = (query.data ?? []).filter(
    (each) =>
      each.name.includes(sought.trim().toLowerCase()) ||
      (each.texts[language] ?? "").toLowerCase().includes(sought.trim().toLowerCase()),
  );
  return (
    <section aria-label={words.prompts} className="flex flex-col gap-3">
      <p className="text-meta text-muted">{words.promptsHint}</p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-60">
          <Field
            label={words.promptHolds}
            type="search"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        </div>
        <div className="w-40">
          <Select label={words.languageOf} value={language} choices={LANGUAGES} onChoose={setLanguage} />
        </div>
      </div>
      {query.isPending && <SkeletonRows rows={6} className="h-16" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && shown.length === 0 && (
        <EmptyState title={words.noPrompt} hint={words.noPromptHint} />
      )}
      {shown.map((prompt) => (
        <Shown key={prompt.name} prompt={prompt} language={language} />
      ))}
    </section>
  );
}

function Shown({ prompt, language }: { prompt: Prompt; language: string }) {
  const words = useText(text);
  const placeholders = prompt.allowed.map((each) =>
    prompt.required.includes(each) ? words.needed(`{${each}}`) : `{${each}}`,
  );
  return (
    <article aria-label={prompt.name} className="rounded-md border bg-raised px-4 py-3">
      <h2 className="text-meta font-semibold">
        <code>{prompt.name}</code>
        <span className="ml-2 font-normal text-muted">
          {prompt.per_assistant ? words.perAssistant : words.perLibrary}
        </span>
      </h2>
      <p lang={language} className="pt-1 text-meta whitespace-pre-wrap">
        {prompt.texts[language] || <span className="text-muted">{words.emptyPrompt}</span>}
      </p>
      {placeholders.length > 0 && (
        <p className="pt-2 text-small text-muted">
          {words.placeholders}: {placeholders.join(", ")}
        </p>
      )}
    </article>
  );
}
