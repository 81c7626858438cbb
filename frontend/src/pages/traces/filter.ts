export const RISKS = ["pass", "warn", "soft_fail", "hard_fail"] as const;
export type Risk = (typeof RISKS)[number];

/** Which traces are shown, as the address of the page keeps it; "" is all. */
export interface Filter {
  /** ISO days. */
  since: string;
  until: string;
  type: string;
  refused: "" | "yes" | "no";
  risk: "" | Risk;
}

export function filterFrom(params: URLSearchParams): Filter {
  const refused = params.get("refused");
  const risk = RISKS.find((each) => each === params.get("risk"));
  return {
    since: dayOf(params.get("since")),
    until: dayOf(params.get("until")),
    type: params.get("type") ?? "",
    refused: refused === "yes" || refused === "no" ? refused : "",
    risk: risk ?? "",
  };
}

export function paramsOf(filter: Filter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
}

/** The filter as `/traces` and `/traces/summary` take it. */
export function queryOf(filter: Filter) {
  return {
    ...(filter.since ? { since: filter.since } : {}),
    ...(filter.until ? { until: filter.until } : {}),
    ...(filter.type ? { query_type: filter.type } : {}),
    ...(filter.refused ? { refused: filter.refused === "yes" } : {}),
    ...(filter.risk ? { risk: [filter.risk] } : {}),
  };
}

function dayOf(told: string | null): string {
  return told && /^\d{4}-\d{2}-\d{2}$/.test(told) ? told : "";
}
