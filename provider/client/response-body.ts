import { ResponseShapeError } from "../errors.ts";
import { printable } from "../printable.ts";
import type { HttpResponse } from "./http.ts";
import { object, parseJson } from "./json.ts";
import { headerText } from "./rate-limit-headers.ts";
import { type RequestId, requestIdOf } from "./request-id.ts";

/**
 * Parses the JSON body of a 2xx response; undefined for an empty body.
 * Throws `ResponseShapeError` for anything else, such as HTML or truncated JSON. `setting` is the address of the
 * request.
 */
export function parseJsonBody(
  title: string,
  response: HttpResponse,
  setting = "idm:baseUrl (IDM_BASE_URL)",
): unknown {
  const { status, text } = response;
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    const facts = [mediaType(response), `${text.length} characters`, requestIdOf(response.headers)?.label];
    // The parser's error quotes the body, which may contain a secret that the service echoes.
    throw new ResponseShapeError(
      `${title}: ${status} with a body that is not JSON (${facts.filter(Boolean).join(", ")})`,
      { advice: `The usual reason is a proxy or a wrong ${setting}` },
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
  readonly requestId: RequestId | undefined;
}

/** Matches the error codes of all known services. Other values are not shown. */
const identifier = /^[\w .:/+=-]{1,100}$/;

/** In characters; a longer message of the service is cut. */
export const maxMessageLength = 500;

/** In characters. Error bodies of services are far shorter; nothing of a longer one is read. */
export const maxErrorBodyLength = 64 * 1024;

/**
 * Reads an error body: `{statusCode, error, message, errorCode?}` or OAuth's `{error, error_description}`.
 * Any other body, such as HTML or one of more than `maxErrorBodyLength`, counts as empty. `redact` removes secrets from
 * what is shown.
 */
export function readErrorBody(response: HttpResponse, redact: (text: string) => string): ErrorBody {
  const body = errorFields(response);
  const firstString = (...values: unknown[]) =>
    values
      .filter((value) => typeof value === "string")
      .map((value) => printable(redact(value), maxMessageLength).trim())
      .find(Boolean);
  const firstIdentifier = (...values: unknown[]) =>
    firstString(...values.filter((value) => typeof value === "string" && identifier.test(value)));
  return {
    message: firstString(body.message, body.error_description, body.error),
    apiCode: firstIdentifier(body.errorCode, body.error),
    requestId: redactedId(requestIdOf(response.headers), redact),
  };
}

/** A service may echo a secret as its request id: what redaction changes is not shown. */
function redactedId(id: RequestId | undefined, redact: (text: string) => string): RequestId | undefined {
  return id && redact(id.value) === id.value ? id : undefined;
}

/** The fields of an error body, as the service writes them. None for a body that `readErrorBody` counts as empty. */
export function errorFields({ text }: HttpResponse): Record<string, unknown> {
  if (text.length > maxErrorBodyLength) return {};
  try {
    return object(parseJson(text)) ?? {};
  } catch {
    return {};
  }
}
