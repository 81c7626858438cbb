import { Power, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/Button";
import { ErrorNotice } from "@/components/States";
import { type Column, Table } from "@/components/Table";
import { useText } from "@/i18n";
import type { Entry } from "./entry";
import { useAct } from "./queries";
import { text } from "./text";

interface Props {
  base: string;
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
  onEnd: () => void;
}

const ROW = 56;
const NONE: ReadonlySet<string> = new Set();
const BOX = "mt-1 size-5 accent-accent";

/** Every entry with whether it answers; those that are chosen are switched or deleted together. */
export function Entries({ base, entries, onOpen, onEnd }: Props) {
  const words = useText(text);
  const act = useAct(base);
  const [chosen, setChosen] = useState(NONE);
  const [sure, setSure] = useState(false);
  const ids = entries.filter((each) => chosen.has(each.id)).map((each) => each.id);
  const clear = () => {
    setChosen(NONE);
    setSure(false);
  };
  const columns = useColumns(entries, chosen, setChosen, onOpen, (entry) =>
    act.mutate({ kind: "switch", ids: [entry.id], enabled: !entry.enabled }),
  );
  return (
    <>
      {act.isError && <ErrorNotice error={act.error} />}
      <div className="flex min-h-80 flex-1 flex-col">
        <Table
          caption={words.caption}
          columns={columns}
          rows={entries}
          rowKey={(entry) => entry.id}
          rowHeight={ROW}
          onOpen={onOpen}
          onEnd={onEnd}
          tools={
            ids.length > 0 && (
              <>
                <p className="text-meta font-semibold">{words.chosen(ids.length)}</p>
                {[true, false].map((enabled) => (
                  <Button
                    key={String(enabled)}
                    icon={Power}
                    disabled={act.isPending}
                    onClick={() => act.mutate({ kind: "switch", ids, enabled }, { onSuccess: clear })}
                  >
                    {enabled ? words.turnOn : words.turnOff}
                  </Button>
                ))}
                <Button
                  icon={Trash2}
                  kind="danger"
                  disabled={act.isPending}
                  onClick={() =>
                    sure ? act.mutate({ kind: "delete", ids }, { onSuccess: clear }) : setSure(true)
                  }
                >
                  {sure ? words.reallyDelete(ids.length) : words.delete}
                </Button>
                <Button icon={X} kind="quiet" onClick={clear}>
                  {words.chooseNone}
                </Button>
              </>
            )
          }
        />
      </div>
    </>
  );
}

function useColumns(
  entries: readonly Entry[],
  chosen: ReadonlySet<string>,
  onChoose: (chosen: ReadonlySet<string>) => void,
  onOpen: (entry: Entry) => void,
  onSwitch: (entry: Entry) => void,
): Column<Entry>[] {
  const words = useText(text);
  const every = entries.length > 0 && entries.every((each) => chosen.has(each.id));
  const states: Readonly<Record<string, string>> = { ready: words.ready, failed: words.failed };
  return [
    {
      id: "choose",
      title: words.chooseAll,
      head: (
        <input
          type="checkbox"
          aria-label={words.chooseAll}
          className={BOX}
          checked={every}
          onChange={() => onChoose(every ? NONE : new Set(entries.map((each) => each.id)))}
        />
      ),
      cell: (entry) => (
        <input
          type="checkbox"
          aria-label={words.choose(entry.standard_question)}
          className={BOX}
          checked={chosen.has(entry.id)}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            const next = new Set(chosen);
            if (event.target.checked) next.add(entry.id);
            else next.delete(entry.id);
            onChoose(next);
          }}
        />
      ),
      width: "2.75rem",
    },
    {
      id: "question",
      title: words.question,
      value: (entry) => entry.standard_question,
      cell: (entry) => (
        <>
          <button
            type="button"
            title={entry.standard_question}
            className={`block max-w-full truncate text-left ${entry.enabled ? "" : "text-muted"}`}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(entry);
            }}
          >
            {entry.standard_question}
          </button>
          <span className="block truncate text-small text-muted">
            {[
              entry.similar_questions.length > 0 && words.others(entry.similar_questions.length),
              entry.tags.map((tag) => `#${tag}`).join(" "),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </>
      ),
    },
    {
      id: "answer",
      title: words.answer,
      value: (entry) => entry.answers.join("\n\n"),
      cell: (entry) => (
        <span className="block truncate" title={entry.answers[0]}>
          {entry.answers[0]}
          {entry.answers.length > 1 && <span className="text-muted"> +{entry.answers.length - 1}</span>}
        </span>
      ),
      wide: true,
    },
    {
      id: "state",
      title: words.state,
      value: (entry) => (entry.enabled ? (states[entry.status] ?? words.indexing) : words.off),
      cell: (entry) => (
        <span title={entry.error_message ?? undefined}>
          {entry.enabled ? (states[entry.status] ?? words.indexing) : words.off}
        </span>
      ),
      width: "8rem",
    },
    {
      id: "switch",
      title: words.answers,
      cell: (entry) => (
        <input
          type="checkbox"
          role="switch"
          aria-checked={entry.enabled}
          aria-label={words.answersOf(entry.standard_question)}
          className={BOX}
          checked={entry.enabled}
          onClick={(event) => event.stopPropagation()}
          onChange={() => onSwitch(entry)}
        />
      ),
      width: "5.5rem",
      wide: true,
    },
  ];
}
