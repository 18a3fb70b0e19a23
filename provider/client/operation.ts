import { setTimeout as sleep } from "node:timers/promises";
import { IdmError, TimeoutError } from "../errors.ts";
import { printable } from "../printable.ts";

/** Prints one line for the user. */
export type Log = (line: string) => void;

/** Waits longer than this are reported to the user. */
export const reportedWaitMs = 5_000;

/** The longest timer of Node (24 days); a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface OperationOptions {
  /** Stops the operation. The service may still act on a request that was sent already. */
  readonly signal?: AbortSignal;
  /** Takes the secrets of the resource out of text that the user or a log may see. */
  readonly redact?: (text: string) => string;
}

/** One create, read, update or delete. All its requests share one deadline and one subject. */
export class Operation {
  /** How messages name the resource: `Role "admin"`. */
  readonly subject: string;
  /** Aborted at the deadline, or when the user stops the operation. Its reason is an `IdmError`. */
  readonly signal: AbortSignal;
  /** Takes the secrets of the resource out of text that the user or a log may see. */
  readonly redact: (text: string) => string;
  /** Time from the start to the deadline. */
  readonly deadlineMs: number;
  readonly #log: Log;
  readonly #endsAtMs: number;
  readonly #release: () => void;

  constructor(subject: string, deadlineMs: number, log: Log, options: OperationOptions = {}) {
    const controller = new AbortController();
    const { signal: stop, redact = (text) => text } = options;
    this.subject = subject;
    this.redact = redact;
    this.deadlineMs = deadlineMs;
    this.signal = controller.signal;
    this.#log = log;
    // Unlike Date.now(), it does not jump when somebody sets the system's clock.
    this.#endsAtMs = performance.now() + deadlineMs;
    this.#release = abortOn(controller, Math.min(deadlineMs, longestTimerMs), stop);
  }

  /** Time until the deadline, at least 0. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAtMs - performance.now());
  }

  /**
   * Waits, and reports a wait of more than 5 seconds with its reason `why` (not when that is empty).
   * Rejects with the signal's reason when the operation is aborted.
   */
  async wait(delayMs: number, why: string): Promise<void> {
    if (why && delayMs > reportedWaitMs) this.say(`waits ${Math.round(delayMs / 1000)} s: ${why}`);
    this.signal.throwIfAborted();
    await sleep(delayMs, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
  }

  /** Prints a line that begins with the subject. */
  say(line: string): void {
    this.#print(`${this.subject}: ${line}`);
  }

  /** Prints a warning that names the subject. */
  warn(line: string): void {
    this.#print(`warning: ${this.subject}: ${line}`);
  }

  /** Prints a line for somebody who looks for a fault. */
  debug(line: string): void {
    this.#print(`debug: ${this.subject}: ${line}`);
  }

  /** Bounds the line before it looks for secrets: parts of it come from the service. */
  #print(line: string): void {
    this.#log(this.redact(printable(line)));
  }

  /** Removes the deadline's timer and the listener on `stop`. */
  end(): void {
    this.#release();
  }
}

/** Aborts at the deadline or with `stop`; returns a function that undoes this. Much faster than `AbortSignal.any`. */
function abortOn(controller: AbortController, deadlineMs: number, stop?: AbortSignal): () => void {
  const timer = setTimeout(() => controller.abort(deadlineError(deadlineMs)), deadlineMs).unref();
  const onStop = () =>
    controller.abort(stop?.reason instanceof IdmError ? stop.reason : stoppedError(stop?.reason));
  if (stop?.aborted) onStop();
  else stop?.addEventListener("abort", onStop, { once: true });
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener("abort", onStop);
  };
}

function deadlineError(deadlineMs: number): TimeoutError {
  return new TimeoutError(`not done within ${deadlineMs / 1000} s`, false, {
    advice: "Run the same command again, or raise idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)",
  });
}

function stoppedError(cause: unknown): IdmError {
  const message = "stopped before it was done; run the same command again to continue";
  return new IdmError("ERR_IDM_ABORTED", message, { cause });
}
