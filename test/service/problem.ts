import { STATUS_CODES } from "node:http";

/** A refusal that becomes an error answer. */
export class Problem extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly headers: Record<string, string>;

  constructor(status: number, errorCode: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.headers = headers;
  }
}

/** `{statusCode, error, message, errorCode}`, the body of every error answer. */
export function problemBody(status: number, errorCode: string, message: string): object {
  return { statusCode: status, error: STATUS_CODES[status] ?? "Error", message, errorCode };
}

/** 404 for an id that the tenant does not have. */
export function notFound(what: string): Problem {
  return new Problem(404, `inexistent_${what.replaceAll(" ", "_")}`, `The ${what} does not exist.`);
}
