import { expect, test } from "vitest";
import { ApiError, asApiError, errorFrom, UNREACHABLE, UNREADABLE } from "./errors";
import { passes } from "./sse";

test("our errors are read whole; anything else is told apart", () => {
  const body = JSON.stringify({ code: "not_found", message: "No base.", hint: "Name one.", request_id: "7" });
  expect(errorFrom(404, body)).toMatchObject({
    status: 404,
    code: "not_found",
    hint: "Name one.",
    requestId: "7",
  });
  expect(errorFrom(404, body).message).toBe("No base.");
  expect(errorFrom(502, "<html>Bad gateway</html>").code).toBe(UNREADABLE);
  expect(asApiError(new TypeError("Failed to fetch")).code).toBe(UNREACHABLE);
});

test("coming back is tried where it may help", () => {
  expect(passes(new TypeError("network"))).toBe(true);
  expect(passes(new ApiError(503, "busy", "", "", ""))).toBe(true);
  expect(passes(new ApiError(404, "not_found", "", "", ""))).toBe(false);
  expect(passes(new DOMException("", "AbortError"))).toBe(false);
});
