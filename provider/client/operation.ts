import { setTimeout as sleep } from "node:timers/promises";
import { settingName } from "../config/setting-table.ts";
import { IdmError, TimeoutError } from "../errors.ts";
import { printable } from "../printable.ts";
import type { Log, LogFacts } from "./log-line.ts";

/** Waits longer than this are reported to the user. */
export const reportedWaitMs = 5_000;

/** The longest timer of Node (24 days); a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface OperationOptions {
  /** Stops the operation. The service may still act on a request that was sent already. */
  readonly signal?: AbortSignal;
  /** Takes the secrets of the resource out of text that the user or a log may see. */
  readonly redact?: (text: string) => string;
  /** What the user raises to give the operation more time. Default: `idm:retryDeadlineSeconds`. */
  readonly limitName?: string | undefined;
  /** The resource, for a log collector. Absent for an operation of no resource, such as a token request. */
  readonly resource?: { readonly type: string; readonly name: string };
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
  /** What the user raises to give the operation more time. */
  readonly limitName: string;
  readonly #log: Log;
  readonly #resource: LogFacts;
  readonly #endsAtMs: number;
  readonly #release: () => void;

  constructor(subject: string, deadlineMs: number, log: Log, options: OperationOptions = {}) {
    const controller = new AbortController();
    const {
      signal: stop,
      redact = (text) => text,
      limitName = settingName("retryDeadlineSeconds"),
      resource,
    } = options;
    this.subject = subject;
    this.redact = redact;
    this.deadlineMs = deadlineMs;
    this.limitName = limitName;
    this.signal = controller.signal;
    this.#log = log;
    this.#resource = resource ? { resourceType: resource.type, resourceName: resource.name } : {};
    // Unlike Date.now(), it does not jump when somebody sets the system's clock.
    this.#endsAtMs = performance.now() + deadlineMs;
    this.#release = abortOn(controller, this, stop);
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

  /** Prints a line that begins with the subject, and that the next one of its kind makes out of date. */
  status(line: string): void {
    this.#print(`${this.subject}: ${line}`, true);
  }

  /** Prints a warning that names the subject. */
  warn(line: string): void {
    this.#print(`warning: ${this.subject}: ${line}`);
  }

  /** Prints a line for somebody who looks for a fault. */
  debug(line: string, facts?: LogFacts): void {
    this.#print(`debug: ${this.subject}: ${line}`, false, facts);
  }

  #print(line: string, isStatus = false, facts: LogFacts = {}): void {
    const all = Object.entries({ ...facts, ...this.#resource });
    const shown = all.map(([name, value]) => [name, typeof value === "string" ? this.#shown(value) : value]);
    this.#log(this.#shown(line), isStatus, Object.fromEntries(shown));
  }

  /** Bounds a text before it looks for secrets: parts of it come from the service. */
  #shown(text: string): string {
    return this.redact(printable(text));
  }

  /** Removes the deadline's timer and the listener on `stop`. */
  end(): void {
    this.#release();
  }
}

/** Aborts at the deadline or with `stop`; returns a function that undoes this. Much faster than `AbortSignal.any`. */
function abortOn(controller: AbortController, limit: Limit, stop?: AbortSignal): () => void {
  const onDeadline = () => controller.abort(deadlineError(limit));
  const timer = setTimeout(onDeadline, Math.min(limit.deadlineMs, longestTimerMs)).unref();
  const onStop = () =>
    controller.abort(stop?.reason instanceof IdmError ? stop.reason : stoppedError(stop?.reason));
  if (stop?.aborted) onStop();
  else stop?.addEventListener("abort", onStop, { once: true });
  return () => {
    clearTimeout(timer);
    stop?.removeEventListener("abort", onStop);
  };
}

type Limit = Pick<Operation, "deadlineMs" | "limitName">;

function deadlineError({ deadlineMs, limitName }: Limit): TimeoutError {
  return new TimeoutError(`not done within ${deadlineMs / 1000} s`, false, {
    advice: `Run the same command again, or raise ${limitName}`,
  });
}

function stoppedError(cause: unknown): IdmError {
  const message = "stopped before it was done; run the same command again to continue";
  return new IdmError("ERR_IDM_ABORTED", message, { cause });
}
