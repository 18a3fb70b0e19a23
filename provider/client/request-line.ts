import { IdmError } from "../errors.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { RequestFacts } from "./log-line.ts";
import type { Operation } from "./operation.ts";
import { RequestFailure } from "./request-failure.ts";
import { type RequestId, requestIdOf } from "./request-id.ts";

/** Shorter waits before a request are not in its line. */
const shownWaitMs = 1_000;

/** Prints one line about each attempt of a request. It has no query, header or body, which may hold secrets. */
export class RequestLines {
  readonly #operation: Operation;
  #readyMs = performance.now();

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  /** Sends an attempt and prints its line. */
  async attempt(
    request: HttpRequest,
    attempt: number,
    send: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    const startedMs = performance.now();
    const waitMs = Math.round(startedMs - this.#readyMs);
    const print = (result: Pick<RequestFacts, "status" | "error">, id?: RequestId) => {
      this.#readyMs = performance.now();
      const durationMs = Math.round(this.#readyMs - startedMs);
      const { method, title } = request;
      const path = title.slice(method.length + 1);
      const facts = { method, path, ...result, durationMs, attempt, waitMs, requestId: id?.value };
      this.#operation.debug(textOf(facts, id), facts);
    };
    try {
      const response = await send();
      print({ status: response.status }, requestIdOf(response.headers));
      return response;
    } catch (error) {
      print({ error: codeOf(error) });
      throw error;
    }
  }
}

/** `POST /roles: 201 (12 ms, attempt 1, request id req-1)` */
function textOf(facts: RequestFacts, id: RequestId | undefined): string {
  const { method, path, status, error, durationMs, attempt, waitMs } = facts;
  const waited = waitMs >= shownWaitMs && `waited ${waitMs} ms`;
  const details = [`${durationMs} ms`, `attempt ${attempt}`, waited, id?.label].filter(Boolean);
  return `${method} ${path}: ${status ?? error} (${details.join(", ")})`;
}

function codeOf(error: unknown): string {
  const cause = error instanceof RequestFailure ? error.error : error;
  return cause instanceof IdmError ? cause.code : "failed";
}
