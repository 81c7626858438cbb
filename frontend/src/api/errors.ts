/** What every error of the server looks like (`ErrorBody` of the API), and how the page carries it. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    /** Stable and for programs; docs/reference/errors.md lists the codes. */
    readonly code: string,
    /** What is wrong, in the language that was asked for where the server has it. */
    message: string,
    /** What to do. */
    readonly hint: string,
    /** Stands in the server's log, where the fault is the server's. */
    readonly requestId: string,
  ) {
    super(message);
  }
}

/** The server could not be reached: it is not running, or the network is gone. */
export const UNREACHABLE = "unreachable";
/** The response is none of ours: a proxy's page, for example. */
export const UNREADABLE = "unreadable";

/** The error that a response tells; any body will do. */
export async function errorOf(response: Response): Promise<ApiError> {
  return errorFrom(response.status, await response.text().catch(() => ""));
}

export function errorFrom(status: number, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text);
    if (isBody(body)) return new ApiError(status, body.code, body.message, body.hint, body.request_id);
  } catch {
    // Told below: whoever answered does not speak as our server does.
  }
  return new ApiError(status, UNREADABLE, "", "", "");
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TypeError) return new ApiError(0, UNREACHABLE, "", "", "");
  return new ApiError(0, "page", error instanceof Error ? error.message : String(error), "", "");
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function isBody(body: unknown): body is { code: string; message: string; hint: string; request_id: string } {
  if (typeof body !== "object" || body === null) return false;
  const fields = body as Record<string, unknown>;
  return ["code", "message", "hint", "request_id"].every((name) => typeof fields[name] === "string");
}
