import { STATUS_CODES } from "node:http";

/** An error that is sent as an error response. */
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

/** Body of every error response: `{statusCode, error, message, errorCode}`. */
export function problemBody(status: number, errorCode: string, message: string): object {
  return { statusCode: status, error: STATUS_CODES[status] ?? "Error", message, errorCode };
}

/** The 404 for an unknown id; `noun` names the item: `role`. */
export function notFound(noun: string): Problem {
  return new Problem(404, `inexistent_${noun.replaceAll(" ", "_")}`, `The ${noun} does not exist.`);
}
