import type { Operation } from "../client/operation.ts";
import { ApiError, IdmError } from "../errors.ts";
import { shownName } from "./dns/names.ts";
import type { Domain } from "./wait-options.ts";

/** What the user is told of an error after which the wait continues. No advice: the wait continues by itself. */
export function reasonToWait(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 429)
    return error instanceof IdmError ? error.withoutAdvice : error.message;
  return `${error.method} ${error.path}: 429, the service accepts no more requests for now`;
}

/** Writes the lines that the user sees during the wait for one domain. */
export class WaitMessages {
  readonly #operation: Operation;
  readonly #progressMs: number;
  readonly #startedMs = performance.now();
  #lastProgressMs = Number.NEGATIVE_INFINITY;
  #lastError = "";

  /** `progressMs` is the time between two progress lines. */
  constructor(operation: Operation, progressMs: number) {
    this.#operation = operation;
    this.#progressMs = progressMs;
  }

  /** Reports a change of the status. */
  statusChanged(before: Domain, { name, status }: Domain): void {
    if (before.status !== status) this.#operation.say(`${name} was ${before.status} and is ${status} now.`);
  }

  /** Reports an error after which the wait continues. An error that repeats is reported once. */
  stillWaiting(error: Error, { name }: Pick<Domain, "name">): void {
    const reason = reasonToWait(error);
    if (reason !== this.#lastError) this.#operation.say(`${name}: still waiting: ${reason}`);
    this.#lastError = reason;
  }

  /** Reports status, time and records. Does nothing within `progressMs` after the last progress line. */
  progress({ name, status, records }: Domain): void {
    const nowMs = performance.now();
    if (nowMs - this.#lastProgressMs < this.#progressMs) return;
    this.#lastProgressMs = nowMs;
    const elapsed = Math.round((nowMs - this.#startedMs) / 1000);
    const remaining = Math.round(this.#operation.remainingMs / 1000);
    const expected = listed(records) || "its record";
    this.#operation.status(
      `${name} is ${status} after ${elapsed} s (${remaining} s left); the service looks for ${expected}.`,
    );
  }
}

/** The first three records, and the number of the others. */
function listed(records: Domain["records"]): string {
  const first = records.slice(0, 3).map(({ type, name }) => `${type} ${shownName(name)}`);
  const more = records.length - first.length;
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
