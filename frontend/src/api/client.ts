import createClient, { type Middleware } from "openapi-fetch";
import { prefs } from "@/app/prefs";
import { access, refused } from "./access";
import { errorOf } from "./errors";
import type { components, paths } from "./schema";

/** A body of the API by its name: `Schema<"BaseOut">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export const API = "/api/v1";

/** Headers of every request: the language for sentences to people, and the key if there is one. */
export function headers(): Record<string, string> {
  const { key } = access.get();
  return {
    "Accept-Language": prefs.get().language,
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
  };
}

const middleware: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(headers())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ response }) {
    await failing(response);
    return response;
  },
};

/**
 * Typed calls: `api.GET("/api/v1/knowledge-bases/{base}", { params: { path: { base } } })`. Whatever is no
 * success is thrown as an `ApiError`, so `data` is there; `unwrap` says so to the compiler.
 */
export const api = createClient<paths>({ baseUrl: "/", fetch: (request) => globalThis.fetch(request) });
api.use(middleware);

/** The data of a call that cannot have failed. */
export async function unwrap<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  return (await call).data as T;
}

/** A request that the typed client cannot make: a stream, a picture. Throws an `ApiError` as it does. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const sent = new Headers(init.headers);
  for (const [name, value] of Object.entries(headers())) sent.set(name, value);
  const response = await fetch(path, { ...init, headers: sent });
  await failing(response);
  return response;
}

async function failing(response: Response): Promise<void> {
  if (response.ok) return;
  if (response.status === 401) refused();
  throw await errorOf(response);
}
