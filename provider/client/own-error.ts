import type { HttpResponse } from "./http.ts";
import { errorFields } from "./response-body.ts";

/**
 * Whether an error response comes from the service itself, not from a proxy, a gateway or another server in its place:
 * docs/service.md, "Errors". Only then does a 404 say that an item does not exist. `path` is that of the request.
 */
export function isOwnError(response: HttpResponse, path: string): boolean {
  const { statusCode, error, message, errorCode } = errorFields(response);
  const texts = [error, message, errorCode].filter((value) => typeof value === "string" && value !== "");
  return Number(statusCode) === response.status && texts.length >= 2 && !isUnrouted(message, errorCode, path);
}

/** Web frameworks answer in the same shape for an operation that they do not route: `Cannot GET /api/v2/roles/1`. */
function isUnrouted(message: unknown, errorCode: unknown, path: string): boolean {
  return typeof errorCode !== "string" && typeof message === "string" && message.includes(path);
}
