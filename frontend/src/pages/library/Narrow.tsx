import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/Button";
import { Field, Select } from "@/components/Field";
import { useFormats, useLanguage, useText } from "@/i18n";
import { type Filter, isNarrow, STATES } from "./filter";
import { type Folder, treeOf } from "./folders";
import { type Filing, useFiling } from "./queries";
import { text } from "./text";

interface Props {
  base: string;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 250;

export const EVERYTHING: Filter = { folder: null, tag: "", state: "", name: "" };

/** Name, state, tag; the folder too where there is no room for the tree. */
export function Narrow({ base, filter, onChange }: Props) {
  const words = useText(text);
  const { number } = useFormats();
  const filing = useFiling(base).data;
  const [name, setName] = useState(filter.name);
  useEffect(() => setName(filter.name), [filter.name]);
  useEffect(() => {
    if (name === filter.name) return;
    const timer = setTimeout(() => onChange({ ...filter, name }), PAUSE);
    return () => clearTimeout(timer);
  }, [name, filter, onChange]);
  return (
    <search aria-label={words.narrow} className="flex flex-wrap items-end gap-2">
      <div className="w-52">
        <Field
          label={words.nameHolds}
          bare
          type="search"
          placeholder={words.nameHolds}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="w-36">
        <Select
          label={words.state}
          bare
          value={filter.state}
          choices={STATES.map((value) => ({ value, label: value ? words[`only_${value}`] : words.anyState }))}
          onChoose={(state) => onChange({ ...filter, state })}
        />
      </div>
      {filing && filing.tags.length > 0 && (
        <div className="w-40">
          <Select
            label={words.tag}
            bare
            value={filter.tag}
            choices={[
              { value: "", label: words.anyTag },
              ...filing.tags.map(({ tag, documents }) => ({
                value: tag,
                label: `${tag} (${number(documents)})`,
              })),
            ]}
            onChoose={(tag) => onChange({ ...filter, tag })}
          />
        </div>
      )}
      {filing && hasFolders(filing) && (
        <div className="w-44 md:hidden">
          <Select
            label={words.folder}
            bare
            value={filter.folder ?? EVERYWHERE}
            choices={[
              { value: EVERYWHERE, label: words.allFolders },
              ...filing.folders
                .filter(({ path }) => path)
                .map(({ path, documents }) => ({ value: path, label: `${path} (${number(documents)})` })),
            ]}
            onChoose={(path) => onChange({ ...filter, folder: path === EVERYWHERE ? null : path })}
          />
        </div>
      )}
      {isNarrow(filter) && (
        <Button icon={X} kind="quiet" onClick={() => onChange(EVERYTHING)}>
          {words.showAll}
        </Button>
      )}
    </search>
  );
}

/** No path of a folder begins with a slash. */
const EVERYWHERE = "/";

/** The folders of a base; the one that is shown is marked, and another click shows all again. */
export function Folders({ base, filter, onChange }: Props) {
  const words = useText(text);
  const language = useLanguage();
  const { number } = useFormats();
  const filing = useFiling(base).data;
  if (!filing || !hasFolders(filing)) return null;
  const draw = (folders: readonly Folder[], depth: number) => (
    <ul>
      {folders.map((folder) => (
        <li key={folder.path}>
          <button
            type="button"
            aria-pressed={filter.folder === folder.path}
            title={folder.path}
            style={{ paddingLeft: `${12 + 14 * depth}px` }}
            onClick={() =>
              onChange({ ...filter, folder: filter.folder === folder.path ? null : folder.path })
            }
            className="motion flex w-full items-baseline gap-2 rounded-md py-1.5 pr-3 text-left text-meta hover:bg-sunken aria-pressed:bg-wash aria-pressed:font-semibold aria-pressed:text-accent"
          >
            <span className="min-w-0 flex-1 truncate">{folder.name}</span>
            <span className="text-small text-muted">{number(folder.documents)}</span>
          </button>
          {folder.below.length > 0 && draw(folder.below, depth + 1)}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-label={words.folders} className="hidden flex-col pb-2 md:flex">
      <h2 className="px-3 pt-2 pb-1 text-small font-semibold text-muted">{words.folders}</h2>
      {draw(treeOf(filing.folders, language), 0)}
    </section>
  );
}

function hasFolders(filing: Filing): boolean {
  return filing.folders.some(({ path }) => path);
}
