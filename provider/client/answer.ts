import { STATUS_CODES } from "node:http";
import { ApiError, type IdmErrorCode, ResponseShapeError } from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import { object } from "./json.ts";
import { headerText } from "./rate-limit-headers.ts";

/**
 * The JSON of a 2xx answer; undefined for an empty body.
 * Throws `ResponseShapeError` for anything else: HTML, JSON that is cut short.
 */
export function parseAnswer(title: string, answer: HttpResponse): unknown {
  if (answer.text.trim() === "") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    // The parser's own error quotes the body, which may echo a secret.
    throw new ResponseShapeError(
      `${title}: ${answer.status} with a body that is not JSON (${mediaType(answer)}, ${answer.text.length} characters). A proxy or a wrong idm:baseUrl (IDM_BASE_URL) is the usual reason`,
    );
  }
}

function mediaType({ headers }: HttpResponse): string {
  return (
    /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(headerText(headers, "content-type") ?? "")?.[0] ?? "no content type"
  );
}

/** What an error body says, read tolerantly: `{statusCode, error, message, errorCode?}`, OAuth's `{error, error_description}`, or HTML. */
export interface Complaint {
  readonly message: string | undefined;
  readonly apiCode: string | undefined;
  readonly requestId: string | undefined;
}

/** Codes and ids of every known service; anything else in their place is not shown. */
const identifier = /^[\w .:/+=-]{1,100}$/;
const longestMessage = 500;

/** `redact` takes secrets out of what is shown. */
export function readComplaint(answer: HttpResponse, redact: (text: string) => string): Complaint {
  const body = parseLoosely(answer.text);
  const first = (...values: unknown[]) =>
    values
      .filter((value) => typeof value === "string")
      .map((value) => tidy(redact(value)))
      .find(Boolean);
  const id = (...values: unknown[]) =>
    first(...values.filter((value) => typeof value === "string" && identifier.test(value)));
  return {
    message: first(body.message, body.error_description, body.error),
    apiCode: id(body.errorCode, body.error),
    requestId: id(headerText(answer.headers, "x-request-id"), headerText(answer.headers, "x-correlation-id")),
  };
}

/** No control characters, which could steer a terminal, and not too long. */
function tidy(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

function parseLoosely(body: string): Record<string, unknown> {
  try {
    return object(JSON.parse(body)) ?? {};
  } catch {
    return {};
  }
}

/** What the error says besides status and body: the remedy depends on who asked for what. */
export interface Refusal {
  readonly method: string;
  readonly path: string;
  /** One or two sentences: what to do now. */
  readonly remedy?: string | undefined;
  readonly code?: IdmErrorCode | undefined;
}

/** `403 Forbidden on POST /roles: <what the service said>. <what to do>`. */
export function refusalError(answer: HttpResponse, complaint: Complaint, refusal: Refusal): ApiError {
  const { method, path, remedy, code } = refusal;
  const said = complaint.message && ` The service says: ${complaint.message.replace(/\.?$/, ".")}`;
  const ask = complaint.requestId && ` (request id ${complaint.requestId})`;
  const status = [answer.status, STATUS_CODES[answer.status]].filter(Boolean).join(" ");
  const message = `${status} on ${method} ${path}${ask ?? ""}.${said ?? ""}${remedy ? ` ${remedy}` : ""}`;
  return new ApiError(
    message,
    { status: answer.status, method, path, apiCode: complaint.apiCode, requestId: complaint.requestId },
    code,
  );
}
