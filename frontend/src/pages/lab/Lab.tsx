import { Scissors } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { createStore, useStore } from "@/app/store";
import { Check } from "@/components/Field";
import { EmptyState, ErrorNotice } from "@/components/States";
import { useText } from "@/i18n";
import { AS_SET, common, configOf, type Setting, settingOf, within } from "./cuts";
import { Outcome } from "./Outcome";
import { useBases, useChunking, usePreview } from "./queries";
import { Settings } from "./Settings";
import { Source } from "./Source";
import { text } from "./text";

interface Bench {
  source: string;
  first: Setting | null;
  second: Setting | null;
}

/** Outlives the page: a trial is found again as it was left. */
const bench = createStore<Bench>({ source: "", first: null, second: null });

/** Milliseconds after the last change before a text is cut. */
const PAUSE = 250;

/** A text under one setting or two; nothing of it is stored. */
export default function Lab() {
  const words = useText(text);
  const { source, first, second } = useStore(bench);
  const change = (to: Partial<Bench>) => bench.set({ ...bench.get(), ...to });
  const bases = useBases();
  const documents = (bases.data ?? []).filter((base) => base.kind === "document");
  // Begins with what the first base does today.
  const acting = useChunking(documents[0]?.id ?? "");
  const begin = useMemo(() => (acting.data ? settingOf(acting.data) : AS_SET), [acting.data]);
  const { taken, left } = useMemo(() => within(source), [source]);
  const one = first ?? begin;
  const text1 = useSettled(taken);
  const ready = text1.trim() !== "" && !acting.isLoading && !bases.isLoading;
  const config1 = useSettled(useMemo(() => configOf(one), [one]));
  const config2 = useSettled(useMemo(() => configOf(second ?? AS_SET), [second]));
  const found1 = usePreview(text1, config1, ready);
  const found2 = usePreview(text1, config2, ready && second !== null);
  const same = useMemo(
    () => (second ? common(found1.data, found2.data) : null),
    [second, found1.data, found2.data],
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4">
        <h1 className="text-lg font-semibold">{words.title}</h1>
        {bases.isError && <ErrorNotice error={bases.error} onRetry={() => void bases.refetch()} />}
        <Source
          value={source}
          left={left}
          bases={documents}
          onChange={(value) => change({ source: value })}
        />
        <div className={second ? "grid gap-3 md:grid-cols-2" : "grid gap-3"}>
          <Settings
            name={second ? "A" : ""}
            setting={one}
            onChange={(setting) => change({ first: setting })}
          />
          {second && (
            <Settings name="B" setting={second} onChange={(setting) => change({ second: setting })} />
          )}
        </div>
        <Check
          label={words.compare}
          checked={second !== null}
          onChange={(event) => change({ second: event.target.checked ? { ...one } : null })}
        />
        {taken.trim() === "" ? (
          <EmptyState icon={Scissors} title={words.emptyTitle} hint={words.emptyHint} />
        ) : (
          <div className={second ? "grid gap-6 md:grid-cols-2" : "grid gap-6"}>
            <Outcome name={second ? "A" : ""} config={config1} query={found1} same={same} bases={documents} />
            {second && <Outcome name="B" config={config2} query={found2} same={same} bases={documents} />}
          </div>
        )}
      </div>
    </div>
  );
}

/** A value once it has rested. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
