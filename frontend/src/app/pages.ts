import type { LucideIcon } from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Language } from "./prefs";

/** One folder of `src/pages`; its `page.ts` exports one as default and that is all there is to register. */
export interface Page {
  id: string;
  /** Pattern of wouter: `/library/:base?`. */
  path: string;
  title: Readonly<Record<Language, string>>;
  /** Where it stands in the rail; without, it is reached from other pages alone. */
  rail?: { order: number; icon: LucideIcon; href: string };
  Content: LazyExoticComponent<ComponentType>;
  /** Fetches the script of the page before it is needed. */
  preload: () => void;
}

export function definePage(
  page: Omit<Page, "Content" | "preload"> & { load: () => Promise<{ default: ComponentType }> },
): Page {
  const { load, ...rest } = page;
  return { ...rest, Content: lazy(load), preload: () => void load().catch(() => undefined) };
}

const modules = import.meta.glob<{ default: Page }>("../pages/*/page.ts", { eager: true });

export const PAGES: readonly Page[] = Object.values(modules)
  .map((module) => module.default)
  .sort((one, other) => (one.rail?.order ?? 99) - (other.rail?.order ?? 99));

export const RAIL = PAGES.flatMap((page) => (page.rail ? [{ ...page, rail: page.rail }] : []));
