import { setTimeout as sleep } from "node:timers/promises";
import type { HttpHeaders } from "./http.ts";
import { type Passage, RateLimit } from "./rate-limit.ts";

export { rateLimitDelayMs } from "./rate-limit-headers.ts";

const TOLD_FROM_MS = 5_000;

/** Time as the pacer sees it; a test brings its own. */
export interface Clock {
  /** Milliseconds of the UNIX epoch, never going back. */
  now(): number;
  /** Rejects when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface PacerOptions {
  /** Requests in flight at most. */
  readonly maxConcurrency: number;
  readonly clock?: Clock;
  /** From 0 to below 1, for the jitter of a back-off. */
  readonly random?: () => number;
  /** Told once of each time that the service keeps everybody waiting for more than 5 seconds. */
  readonly onWait?: (seconds: number, why: "rate limit") => void;
}

/** What the pacer looks at in an answer; header names in lower case. */
export interface Answered {
  readonly status: number;
  readonly headers: HttpHeaders;
}

/** A place in the queue, kept over the repetitions of one request. */
export interface Ticket {
  readonly place: number;
}

interface Waiting {
  readonly place: number;
  readonly start: (passage: Passage) => void;
}

const systemClock: Clock = {
  // Date.now() jumps when the system's clock is set.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** The one gate that every request of a process goes through: first come, first served, as fast as the service's limit allows. */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #clock: Clock;
  readonly #limit: RateLimit;
  readonly #queue: Waiting[] = [];
  #places = 0;
  #inFlight = 0;
  #timer: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  #toldUntilMs = 0;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#limit = new RateLimit(options.random ?? Math.random);
  }

  /** A place behind all those given before; a request that is repeated keeps its own. */
  ticket(): Ticket {
    this.#places += 1;
    return { place: this.#places };
  }

  /** Sends when it is the ticket's turn and the limit allows it; rejects with the signal's reason when aborted before that. */
  async run<T extends Answered>(ticket: Ticket, signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    const passage = await this.#turn(ticket, signal);
    try {
      const answer = await send();
      this.#limit.answered(passage, answer.status, answer.headers, this.#clock.now());
      this.#tell();
      return answer;
    } catch (error) {
      this.#limit.unanswered(passage);
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#pump();
    }
  }

  #turn(ticket: Ticket, signal: AbortSignal): Promise<Passage> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#stopTimer();
        reject(signal.reason);
      };
      const start = (passage: Passage) => {
        signal.removeEventListener("abort", leave);
        resolve(passage);
      };
      const waiting = { place: ticket.place, start };
      this.#enqueue(waiting);
      this.#pump();
      if (this.#queue.includes(waiting)) signal.addEventListener("abort", leave, { once: true });
    });
  }

  #enqueue(waiting: Waiting): void {
    const before = this.#queue.findLastIndex((other) => other.place <= waiting.place);
    this.#queue.splice(before + 1, 0, waiting);
  }

  /** Starts all that may start now, and leaves at most one timer for the rest. */
  #pump(): void {
    while (this.#queue.length > 0 && this.#inFlight < this.#options.maxConcurrency) {
      const nowMs = this.#clock.now();
      const delayMs = this.#limit.delayMs(nowMs, this.#inFlight);
      // Timers count whole milliseconds; one that fires too early would find the gate still closed.
      if (delayMs > 0) {
        this.#wakeAt(nowMs + Math.ceil(delayMs));
        return;
      }
      this.#inFlight += 1;
      this.#queue.shift()?.start(this.#limit.sent(nowMs));
    }
  }

  #wakeAt(atMs: number): void {
    // An earlier timer does no harm: it looks again.
    if (this.#timer && this.#timer.atMs <= atMs) return;
    this.#stopTimer();
    const timer = { atMs, cancel: new AbortController() };
    this.#timer = timer;
    const wake = () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#pump();
    };
    // It rejects when it is cancelled, and then it is not the timer any more.
    this.#clock.sleep(atMs - this.#clock.now(), timer.cancel.signal).then(wake, wake);
  }

  #stopTimer(): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
  }

  #tell(): void {
    const { closedUntilMs } = this.#limit;
    const waitMs = closedUntilMs - this.#clock.now();
    if (waitMs <= TOLD_FROM_MS || closedUntilMs <= this.#toldUntilMs + 1000) return;
    this.#toldUntilMs = closedUntilMs;
    this.#options.onWait?.(waitMs / 1000, "rate limit");
  }
}
