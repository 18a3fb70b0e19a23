import { setTimeout as sleep } from "node:timers/promises";
import { IdmError, TimeoutError } from "../errors.ts";

/** Tells the user a line while work goes on. */
export type Log = (line: string) => void;

/** Waits longer than this are told to the user. */
const longWaitMs = 5_000;

/**
 * One create, read, update or delete: everything it sends shares one deadline and one subject.
 * `subject` is how messages name the resource: `Role "admin"`.
 */
export class Operation {
  readonly subject: string;
  readonly signal: AbortSignal;
  readonly #log: Log;
  readonly #endsAtMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(subject: string, deadlineMs: number, log: Log, stop?: AbortSignal) {
    const deadline = new AbortController();
    this.subject = subject;
    this.signal = stop ? AbortSignal.any([stop, deadline.signal]) : deadline.signal;
    this.#log = log;
    this.#endsAtMs = Date.now() + deadlineMs;
    this.#timer = setTimeout(() => deadline.abort(deadlineError(deadlineMs)), deadlineMs).unref();
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAtMs - Date.now());
  }

  /** Waits, and tells the user when it takes long. Rejects with the signal's reason when time is up. */
  async wait(delayMs: number, why: string): Promise<void> {
    if (delayMs > longWaitMs) this.say(`waits ${Math.round(delayMs / 1000)} s: ${why}`);
    this.signal.throwIfAborted();
    await sleep(delayMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
  }

  say(line: string): void {
    this.#log(`${this.subject}: ${line}`);
  }

  warn(line: string): void {
    this.#log(`warning: ${this.subject}: ${line}`);
  }

  /** Stops the deadline's clock. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

function deadlineError(deadlineMs: number): TimeoutError {
  return new TimeoutError(
    `not done within ${deadlineMs / 1000} s. Run the same command again, or raise idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)`,
    false,
  );
}

/** The reason of an operation that the user has stopped. */
export function stopped(): IdmError {
  return new IdmError("ERR_IDM_ABORTED", "stopped before it was done; run the same command again to go on");
}
