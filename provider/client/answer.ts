import { STATUS_CODES } from "node:http";
import { ApiError, type IdmErrorCode, ResponseShapeError } from "../errors.ts";
import { headerText } from "./rate-limit-headers.ts";
import type { HttpAnswer } from "./transport.ts";

/**
 * The JSON of a 2xx answer; undefined for an empty body.
 * Throws `ResponseShapeError` for anything else: HTML, JSON that is cut short.
 */
export function parseAnswer(title: string, answer: HttpAnswer): unknown {
  if (answer.text.trim() === "") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch (cause) {
    const type = headerText(answer.headers, "content-type") ?? "no content type";
    throw new ResponseShapeError(
      `${title}: ${answer.status} with a body that is not JSON (${type}, ${answer.text.length} characters). A proxy or a wrong idm:baseUrl (IDM_BASE_URL) is the usual reason`,
      { cause },
    );
  }
}

/** What an error body says, read tolerantly: `{statusCode, error, message, errorCode?}`, OAuth's `{error, error_description}`, or HTML. */
export interface Complaint {
  readonly message: string | undefined;
  readonly apiCode: string | undefined;
  readonly requestId: string | undefined;
}

const longestMessage = 500;

export function readComplaint(answer: HttpAnswer): Complaint {
  const body = parseLoosely(answer.text);
  const message = text(body.message) ?? text(body.error_description) ?? text(body.error);
  return {
    message: message && message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
    apiCode: text(body.errorCode) ?? text(body.error),
    requestId: headerText(answer.headers, "x-request-id") ?? headerText(answer.headers, "x-correlation-id"),
  };
}

function parseLoosely(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
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
export function refusalError(answer: HttpAnswer, complaint: Complaint, refusal: Refusal): ApiError {
  const { method, path, remedy, code } = refusal;
  const said = complaint.message && ` The service says: ${complaint.message.replace(/\.?$/, ".")}`;
  const ask = complaint.requestId && ` (request id ${complaint.requestId})`;
  const message = `${answer.status} ${reasonPhrase(answer.status)} on ${method} ${path}${ask ?? ""}.${said ?? ""}${remedy ? ` ${remedy}` : ""}`;
  return new ApiError(
    message,
    { status: answer.status, method, path, apiCode: complaint.apiCode, requestId: complaint.requestId },
    code,
  );
}

function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? "";
}
