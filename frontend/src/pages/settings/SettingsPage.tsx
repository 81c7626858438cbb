import { Link, useParams } from "wouter";
import { useText } from "@/i18n";
import { Assistants } from "./Assistants";
import { Prompts } from "./Prompts";
import { text } from "./text";

const PARTS = { assistants: Assistants, prompts: Prompts } as const;
type Part = keyof typeof PARTS;

/** Who answers how, and with which words a model is asked. */
export default function SettingsPage() {
  const words = useText(text);
  const { part } = useParams<{ part?: string }>();
  const at: Part = part === "prompts" ? "prompts" : "assistants";
  const Shown = PARTS[at];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4">
        <h1 className="text-lg font-semibold">{words.title}</h1>
        <nav aria-label={words.parts} className="flex gap-1 border-b">
          {(Object.keys(PARTS) as Part[]).map((each) => (
            <Link
              key={each}
              href={`/settings/${each}`}
              aria-current={each === at ? "page" : undefined}
              className="motion -mb-px border-b-2 border-transparent px-3 py-2 text-meta text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              {words[each]}
            </Link>
          ))}
        </nav>
        <Shown />
      </div>
    </div>
  );
}
