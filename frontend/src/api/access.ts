import { createStore } from "@/app/store";

/**
 * The key of the server, where its settings have one. It is kept for the tab, or on this device if the person
 * says so; no cookie, so no other page can send it.
 */
const PLACE = "pincite.key";

interface Access {
  key: string;
  /** The server refused the key, or asks for one. */
  refused: boolean;
}

export const access = createStore<Access>({ key: read(), refused: false });

export function keepKey(key: string, options: { remember: boolean }): void {
  forget();
  try {
    (options.remember ? localStorage : sessionStorage).setItem(PLACE, key);
  } catch {
    // Storage may be forbidden; the key then lives as long as the page.
  }
  access.set({ key, refused: false });
}

export function signOut(): void {
  forget();
  access.set({ key: "", refused: false });
}

export function refused(): void {
  if (!access.get().refused) access.set({ ...access.get(), refused: true });
}

function read(): string {
  try {
    return sessionStorage.getItem(PLACE) ?? localStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(PLACE);
    localStorage.removeItem(PLACE);
  } catch {
    // As above.
  }
}
