import { ResponseShapeError } from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import { object } from "./json.ts";
import { headerText } from "./rate-limit-headers.ts";

/**
 * Parses the JSON body of a 2xx response; undefined for an empty body.
 * Throws `ResponseShapeError` for anything else, such as HTML or truncated JSON.
 */
export function parseJsonBody(title: string, response: HttpResponse): unknown {
  const { status, text } = response;
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the body, which may contain a secret that the service echoes.
    throw new ResponseShapeError(
      `${title}: ${status} with a body that is not JSON (${mediaType(response)}, ${text.length} characters)`,
      { advice: "The usual reason is a proxy or a wrong idm:baseUrl (IDM_BASE_URL)" },
    );
  }
}

function mediaType({ headers }: HttpResponse): string {
  const contentType = headerText(headers, "content-type") ?? "";
  return /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(contentType)?.[0] ?? "no content type";
}

/** What the body and the headers of an error response say. Undefined: not given, or not fit to be shown. */
export interface ErrorBody {
  readonly message: string | undefined;
  readonly apiCode: string | undefined;
  readonly requestId: string | undefined;
}

/** Matches the error codes and request ids of all known services. Other values are not shown. */
const identifier = /^[\w .:/+=-]{1,100}$/;

/** In characters; a longer message of the service is cut. */
const maxMessageLength = 500;

/**
 * Reads an error body: `{statusCode, error, message, errorCode?}` or OAuth's `{error, error_description}`.
 * Any other body, such as HTML, counts as empty. `redact` removes secrets from what is shown.
 */
export function readErrorBody(response: HttpResponse, redact: (text: string) => string): ErrorBody {
  const { headers, text } = response;
  const body = parseObject(text);
  const firstString = (...values: unknown[]) =>
    values
      .filter((value) => typeof value === "string")
      .map((value) => printable(redact(value)))
      .find(Boolean);
  const firstIdentifier = (...values: unknown[]) =>
    firstString(...values.filter((value) => typeof value === "string" && identifier.test(value)));
  return {
    message: firstString(body.message, body.error_description, body.error),
    apiCode: firstIdentifier(body.errorCode, body.error),
    requestId: firstIdentifier(headerText(headers, "x-request-id"), headerText(headers, "x-correlation-id")),
  };
}

/** Replaces control characters, which could steer a terminal, and limits the length. */
function printable(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return object(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
