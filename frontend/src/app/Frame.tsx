import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { Toasts } from "@/components/toasts";
import { EvidencePane } from "@/evidence/EvidencePane";
import { useLanguage, useText } from "@/i18n";
import { type Command, useCommands } from "./commands";
import { KeyGate } from "./KeyGate";
import { useKeys } from "./keys";
import { Palette } from "./Palette";
import { Preferences } from "./Preferences";
import { PAGES, RAIL } from "./pages";
import { BottomBar, Rail } from "./Rail";
import { text } from "./text";

/** Rail, work, evidence; what opens over them. */
export function Frame({ children }: { children: ReactNode }) {
  const words = useText(text);
  const language = useLanguage();
  const [location, navigate] = useLocation();
  const [over, setOver] = useState<"palette" | "preferences" | null>(null);
  const pages = useMemo(
    (): Command[] => [
      ...RAIL.map((page) => ({
        id: `page:${page.id}`,
        label: page.title[language],
        group: text[language].page,
        icon: page.rail.icon,
        run: () => navigate(page.rail.href),
      })),
      {
        id: "preferences",
        label: text[language].preferences,
        group: text[language].page,
        run: () => setOver("preferences"),
      },
    ],
    [language, navigate],
  );
  useCommands(pages);
  useKeys({
    "mod+k": () => setOver("palette"),
    // The page that has a question box takes the key itself; from the others it leads there.
    "/": () => navigate("/ask"),
  });
  useEffect(() => {
    const first = location.split("/")[1];
    const page = PAGES.find((each) => each.path.split("/")[1] === first);
    document.title = page ? `${page.title[language]} · pincite` : "pincite";
  }, [location, language]);
  return (
    <div className="flex h-full">
      <a
        href="#main"
        className="sr-only rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40"
      >
        {words.skip}
      </a>
      <Rail onPalette={() => setOver("palette")} onPreferences={() => setOver("preferences")} />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col pb-14 outline-none md:pb-0">
        {children}
      </main>
      <EvidencePane />
      <BottomBar onPreferences={() => setOver("preferences")} />
      <Toasts />
      <KeyGate />
      {over === "palette" && <Palette onClose={() => setOver((now) => (now === "palette" ? null : now))} />}
      {over === "preferences" && <Preferences onClose={() => setOver(null)} />}
    </div>
  );
}
