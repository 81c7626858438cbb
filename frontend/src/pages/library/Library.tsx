import { useQueryClient } from "@tanstack/react-query";
import { FolderPlus, Library as Icon, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, Redirect, useLocation, useParams, useSearch } from "wouter";
import { type Command, useCommands } from "@/app/commands";
import { Button } from "@/components/Button";
import { Select } from "@/components/Field";
import { EmptyState, ErrorNotice, SkeletonRows } from "@/components/States";
import { useLanguage, useText } from "@/i18n";
import { BaseView } from "./BaseView";
import { type Filter, filterFrom, paramsOf } from "./filter";
import { Folders } from "./Narrow";
import { NewBase } from "./NewBase";
import { type Base, baseKey, useBases } from "./queries";
import { text } from "./text";
import { onTaken } from "./uploads";

export default function Library() {
  const words = useText(text);
  const { base: chosen } = useParams<{ base?: string }>();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const bases = useBases();
  const [making, setMaking] = useState(false);
  const list = bases.data ?? [];
  const base = list.find((each) =>
    chosen ? each.id === chosen || each.name === chosen : each.kind !== "faq",
  );
  useEffect(() => {
    onTaken((id) => void queries.invalidateQueries({ queryKey: baseKey(id) }));
  }, [queries]);
  useBaseCommands(list);
  const search = useSearch();
  const filter = useMemo(() => filterFrom(new URLSearchParams(search)), [search]);
  const id = base?.id ?? "";
  const setFilter = useCallback(
    (to: Filter) => {
      const query = paramsOf(to).toString();
      navigate(`/library/${encodeURIComponent(id)}${query && `?${query}`}`, { replace: true });
    },
    [id, navigate],
  );
  const done = (made?: Base) => {
    setMaking(false);
    if (made) navigate(pathOf(made));
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <nav
        aria-label={words.bases}
        className="flex shrink-0 flex-col gap-1 border-b p-3 md:w-60 md:border-r md:border-b-0"
      >
        <div className="flex items-center justify-between gap-2">
          <h1 className="text-lg font-semibold">{words.title}</h1>
          <Button icon={Plus} kind="quiet" onClick={() => setMaking(true)}>
            {words.newBase}
          </Button>
        </div>
        {bases.isPending && <SkeletonRows rows={3} />}
        {bases.isError && <ErrorNotice error={bases.error} onRetry={() => void bases.refetch()} />}
        {list.length > 0 && (
          <div className="md:hidden">
            <Select
              label={words.base}
              bare
              value={base?.id ?? ""}
              choices={list.map((each) => ({ value: each.id, label: each.name }))}
              onChoose={(id) => {
                const found = list.find((each) => each.id === id);
                if (found) navigate(pathOf(found));
              }}
            />
          </div>
        )}
        <ul className="hidden min-h-0 flex-col gap-0.5 overflow-y-auto md:flex">
          {list.map((each) => (
            <li key={each.id}>
              <Link
                href={pathOf(each)}
                aria-current={each.id === base?.id ? "page" : undefined}
                className="motion block truncate rounded-md px-3 py-2 text-meta hover:bg-sunken aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-accent"
              >
                {each.name}
              </Link>
              {each.id === base?.id && <Folders base={each.id} filter={filter} onChange={setFilter} />}
            </li>
          ))}
        </ul>
      </nav>
      <section className="flex min-h-0 min-w-0 flex-1 flex-col">
        {base?.kind === "faq" && <Redirect to={pathOf(base)} replace />}
        {base && base.kind !== "faq" && (
          <BaseView key={base.id} base={base} filter={filter} onFilter={setFilter} />
        )}
        {bases.isSuccess && !base && list.length === 0 && (
          <EmptyState icon={Icon} title={words.noBase} hint={words.noBaseHint}>
            <Button kind="primary" icon={FolderPlus} onClick={() => setMaking(true)}>
              {words.newBase}
            </Button>
          </EmptyState>
        )}
        {bases.isSuccess && !base && list.length > 0 && (
          <EmptyState icon={Icon} title={words.noSuchBase} hint={words.noSuchBaseHint} />
        )}
      </section>
      {making && <NewBase onClose={done} />}
    </div>
  );
}

/** The entries of an FAQ base are no files, and have a page of their own. */
function pathOf(base: Base): string {
  return `${base.kind === "faq" ? "/faq" : "/library"}/${encodeURIComponent(base.id)}`;
}

function useBaseCommands(bases: readonly Base[]): void {
  const language = useLanguage();
  const [, navigate] = useLocation();
  const offered = useMemo(
    () =>
      bases.map(
        (base): Command => ({
          id: `base:${base.id}`,
          label: base.name,
          group: text[language].group,
          icon: Icon,
          run: () => navigate(pathOf(base)),
        }),
      ),
    [bases, language, navigate],
  );
  useCommands(offered);
}
