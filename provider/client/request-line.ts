import { IdmError } from "../errors.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { Operation } from "./operation.ts";
import { RequestFailure } from "./request-failure.ts";
import { requestIdOf } from "./request-id.ts";

/** Sends a request and prints one line about it. The line has no query, header or body, which may hold secrets. */
export async function withRequestLine(
  request: HttpRequest,
  attempt: number,
  operation: Operation,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const startedMs = performance.now();
  const print = (result: string | number, id?: string) => {
    const facts = [`${Math.round(performance.now() - startedMs)} ms`, `attempt ${attempt}`, id];
    operation.debug(`${request.title}: ${result} (${facts.filter(Boolean).join(", ")})`);
  };
  try {
    const response = await send();
    print(response.status, requestIdOf(response.headers)?.label);
    return response;
  } catch (error) {
    print(codeOf(error));
    throw error;
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof RequestFailure ? error.error : error;
  return cause instanceof IdmError ? cause.code : "failed";
}
