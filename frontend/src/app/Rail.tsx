import { PanelLeftClose, PanelLeftOpen, Search, SlidersHorizontal } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useLanguage, useText } from "@/i18n";
import { type Page, RAIL } from "./pages";
import { prefs, setPrefs } from "./prefs";
import { useStore } from "./store";
import { text } from "./text";

const ITEM =
  "motion flex h-10 w-full items-center gap-3 rounded-md px-2.5 text-meta text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-accent";

interface Openers {
  onPalette: () => void;
  onPreferences: () => void;
}

export function Rail({ onPalette, onPreferences }: Openers) {
  const words = useText(text);
  const language = useLanguage();
  const { railOpen } = useStore(prefs);
  const here = useHere();
  const tools = [
    { label: words.palette, icon: Search, run: onPalette, hint: " (Ctrl K)" },
    { label: words.preferences, icon: SlidersHorizontal, run: onPreferences, hint: "" },
    {
      label: railOpen ? words.closeRail : words.openRail,
      icon: railOpen ? PanelLeftClose : PanelLeftOpen,
      run: () => setPrefs({ railOpen: !railOpen }),
      hint: "",
    },
  ];
  return (
    <nav
      aria-label={words.navigation}
      className={`hidden shrink-0 flex-col gap-1 border-r bg-sunken p-2 md:flex ${railOpen ? "w-60" : "w-14"}`}
    >
      <Link href="/" className="mb-2 flex h-10 items-center gap-3 px-1.5 font-semibold" aria-label="pincite">
        <img src="/mark.svg" alt="" width={28} height={28} />
        {railOpen && "pincite"}
      </Link>
      {RAIL.map((page) => (
        <Link
          key={page.id}
          href={page.rail.href}
          aria-current={here(page) ? "page" : undefined}
          aria-label={page.title[language]}
          title={railOpen ? undefined : page.title[language]}
          onPointerEnter={page.preload}
          onFocus={page.preload}
          className={ITEM}
        >
          <page.rail.icon size={20} className="shrink-0" aria-hidden />
          {railOpen && <span className="truncate">{page.title[language]}</span>}
        </Link>
      ))}
      <div className="flex-1" />
      {tools.map(({ label, icon: Icon, run, hint }) => (
        <button
          key={label}
          type="button"
          onClick={run}
          aria-label={label}
          title={`${label}${hint}`}
          className={ITEM}
        >
          <Icon size={20} className="shrink-0" aria-hidden />
          {railOpen && <span className="truncate">{label}</span>}
        </button>
      ))}
    </nav>
  );
}

export function BottomBar({ onPreferences }: Pick<Openers, "onPreferences">) {
  const words = useText(text);
  const language = useLanguage();
  const here = useHere();
  const item =
    "flex min-w-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-muted aria-[current=page]:font-semibold aria-[current=page]:text-accent";
  return (
    <nav
      aria-label={words.navigation}
      className="fixed inset-x-0 bottom-0 z-20 flex h-14 overflow-x-auto border-t bg-sunken md:hidden"
    >
      {RAIL.map((page) => (
        <Link
          key={page.id}
          href={page.rail.href}
          aria-current={here(page) ? "page" : undefined}
          onFocus={page.preload}
          className={item}
        >
          <page.rail.icon size={20} aria-hidden />
          <span className="max-w-full truncate px-1">{page.title[language]}</span>
        </Link>
      ))}
      <button type="button" onClick={onPreferences} className={item}>
        <SlidersHorizontal size={20} aria-hidden />
        <span className="max-w-full truncate px-1">{words.preferences}</span>
      </button>
    </nav>
  );
}

/** Whether a page is the one that is shown, by the first word of its address. */
function useHere(): (page: Page) => boolean {
  const [location] = useLocation();
  return (page) => location.split("/")[1] === page.path.split("/")[1];
}
