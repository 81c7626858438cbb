/** What a search is asked with, as the address of the page keeps it. */
export interface Setting {
  /** A search alone, or the whole answer, which has a gate and asks the model. */
  how: "search" | "answer";
  /** As typed; "" leaves it to the settings of the server. */
  topK: string;
  threshold: string;
  rerank: boolean;
}

export interface Inquiry {
  question: string;
  bases: readonly string[];
  documents: readonly string[];
  tags: readonly string[];
  /** ISO day; "" for the day that the question names, else today. */
  asOf: string;
  first: Setting;
  /** Set while two are compared. */
  second: Setting | null;
}

export const USUAL: Setting = { how: "search", topK: "", threshold: "", rerank: true };

/** The bounds of the API (`QuestionBody`). */
export const MOST_RESULTS = 500;

export function inquiryFrom(params: URLSearchParams): Inquiry {
  return {
    question: params.get("q") ?? "",
    bases: params.getAll("base"),
    documents: params.getAll("document"),
    tags: params.getAll("tag"),
    asOf: params.get("as_of") ?? "",
    first: settingFrom(params, ""),
    second: params.get("compare") === "1" ? settingFrom(params, "2") : null,
  };
}

export function paramsOf(inquiry: Inquiry): URLSearchParams {
  const params = new URLSearchParams();
  if (inquiry.question) params.set("q", inquiry.question);
  for (const base of inquiry.bases) params.append("base", base);
  for (const document of inquiry.documents) params.append("document", document);
  for (const tag of inquiry.tags) params.append("tag", tag);
  if (inquiry.asOf) params.set("as_of", inquiry.asOf);
  tell(params, inquiry.first, "");
  if (inquiry.second) {
    params.set("compare", "1");
    tell(params, inquiry.second, "2");
  }
  return params;
}

function settingFrom(params: URLSearchParams, side: string): Setting {
  return {
    how: params.get(`how${side}`) === "answer" ? "answer" : "search",
    topK: within(params.get(`top_k${side}`), 0, MOST_RESULTS, true),
    threshold: within(params.get(`threshold${side}`), 0, 1, false),
    rerank: params.get(`rerank${side}`) !== "off",
  };
}

/** What a person may have typed into the address is left out where the API would refuse it. */
function within(told: string | null, least: number, most: number, whole: boolean): string {
  if (!told?.trim()) return "";
  const value = Number(told);
  return value >= least && value <= most && (!whole || Number.isInteger(value)) ? told.trim() : "";
}

function tell(params: URLSearchParams, setting: Setting, side: string): void {
  if (setting.how !== USUAL.how) params.set(`how${side}`, setting.how);
  if (setting.topK) params.set(`top_k${side}`, setting.topK);
  if (setting.threshold) params.set(`threshold${side}`, setting.threshold);
  if (!setting.rerank && setting.how === "search") params.set(`rerank${side}`, "off");
}

/** The body of `/retrieve` or `/answer` but for what only one of them takes. */
export function bodyOf(inquiry: Inquiry, setting: Setting) {
  return {
    query: inquiry.question,
    bases: [...inquiry.bases],
    documents: [...inquiry.documents],
    tags: [...inquiry.tags],
    explain: true,
    ...(inquiry.asOf ? { as_of: inquiry.asOf } : {}),
    ...(setting.topK ? { top_k: Number(setting.topK) } : {}),
    ...(setting.threshold ? { threshold: Number(setting.threshold) } : {}),
  };
}
