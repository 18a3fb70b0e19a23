import { setTimeout as sleep } from "node:timers/promises";
import { IdmError, TimeoutError } from "../errors.ts";

/** Tells the user a line while work goes on. */
export type Log = (line: string) => void;

/** Waits longer than this are told to the user. */
const longWaitMs = 5_000;

/** Timers hold no more (24 days); a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * One create, read, update or delete: everything it sends shares one deadline and one subject.
 * `subject` is how messages name the resource: `Role "admin"`.
 */
export class Operation {
  readonly subject: string;
  /** Aborted when the deadline is over or the user stops the work; its reason is an `IdmError`. */
  readonly signal: AbortSignal;
  readonly #log: Log;
  readonly #endsAtMs: number;
  readonly #release: () => void;

  constructor(subject: string, deadlineMs: number, log: Log, stop?: AbortSignal) {
    const controller = new AbortController();
    this.subject = subject;
    this.signal = controller.signal;
    this.#log = log;
    // Date.now() jumps when the system's clock is set.
    this.#endsAtMs = performance.now() + deadlineMs;
    this.#release = abortOn(controller, Math.min(deadlineMs, longestTimerMs), stop);
  }

  get remainingMs(): number {
    return Math.max(0, this.#endsAtMs - performance.now());
  }

  /** Waits; tells the user `why` (unless it is empty) when it takes long. Rejects with the signal's reason when that is aborted. */
  async wait(delayMs: number, why: string): Promise<void> {
    if (why && delayMs > longWaitMs) this.say(`waits ${Math.round(delayMs / 1000)} s: ${why}`);
    this.signal.throwIfAborted();
    await sleep(delayMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
  }

  say(line: string): void {
    this.#log(`${this.subject}: ${line}`);
  }

  warn(line: string): void {
    this.#log(`warning: ${this.subject}: ${line}`);
  }

  /** Stops the deadline's clock, and listens to nobody any more. */
  end(): void {
    this.#release();
  }
}

/** Aborts when the time is over or `stop` is; answers how to undo that. Much cheaper than `AbortSignal.any`. */
function abortOn(controller: AbortController, deadlineMs: number, stop?: AbortSignal): () => void {
  const timer = setTimeout(() => controller.abort(deadlineError(deadlineMs)), deadlineMs).unref();
  const onStop = () =>
    controller.abort(stop?.reason instanceof IdmError ? stop.reason : stopped(stop?.reason));
  if (stop?.aborted) onStop();
  else stop?.addEventListener("abort", onStop, { once: true });
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener("abort", onStop);
  };
}

function deadlineError(deadlineMs: number): TimeoutError {
  return new TimeoutError(
    `not done within ${deadlineMs / 1000} s. Run the same command again, or raise idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)`,
    false,
  );
}

/** The reason of an operation that the user has stopped. */
export function stopped(cause?: unknown): IdmError {
  return new IdmError("ERR_IDM_ABORTED", "stopped before it was done; run the same command again to go on", {
    cause,
  });
}
