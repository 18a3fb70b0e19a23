import { setTimeout as sleep } from "node:timers/promises";
import type { HttpHeaders } from "./http.ts";
import { reportedWaitMs } from "./operation.ts";
import { RateLimit, type SentRequest } from "./rate-limit.ts";

/** The pacer's clock. Tests use a virtual one. */
export interface Clock {
  /** Milliseconds of the UNIX epoch; never goes back. */
  now(): number;
  /** Rejects when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface PacerOptions {
  /** The most requests in flight. */
  readonly maxConcurrency: number;
  readonly clock?: Clock;
  /** From 0 to below 1, for jitter. Default `Math.random`. */
  readonly random?: () => number;
  /** Called once for each time in which the service makes all requests wait for more than 5 seconds. */
  readonly onWait?: (seconds: number, why: "rate limit") => void;
}

/** What the pacer reads of a response. */
export interface PacedResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
}

/** A place in the queue. All attempts of one request use the same. */
export interface Ticket {
  readonly place: number;
}

interface QueuedRequest {
  readonly place: number;
  readonly start: (sent: SentRequest) => void;
}

const systemClock: Clock = {
  // Unlike Date.now(), it does not jump when somebody sets the system's clock.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** The queue of all requests of a process: first come, first served, as fast as the service's rate limit allows. */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #clock: Clock;
  readonly #limit: RateLimit;
  readonly #queue: QueuedRequest[] = [];
  #places = 0;
  #inFlight = 0;
  #timer: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  #reportedUntilMs = 0;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#limit = new RateLimit(options.random ?? Math.random);
  }

  /** Creates a place at the end of the queue. A request that is repeated keeps its place. */
  ticket(): Ticket {
    this.#places += 1;
    return { place: this.#places };
  }

  /** Calls `send` when it is the ticket's turn. Rejects with the signal's reason when aborted before. */
  async run<T extends PacedResponse>(
    ticket: Ticket,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<T> {
    const sent = await this.#turn(ticket, signal);
    try {
      const response = await send();
      this.#limit.responded(sent, response.status, response.headers, this.#clock.now());
      this.#reportWait();
      return response;
    } catch (error) {
      this.#limit.failed(sent);
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#startReady();
    }
  }

  #turn(ticket: Ticket, signal: AbortSignal): Promise<SentRequest> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(request), 1);
        if (this.#queue.length === 0) this.#stopTimer();
        reject(signal.reason);
      };
      const start = (sent: SentRequest) => {
        signal.removeEventListener("abort", onAbort);
        resolve(sent);
      };
      const request = { place: ticket.place, start };
      this.#enqueue(request);
      this.#startReady();
      if (this.#queue.includes(request)) signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #enqueue(request: QueuedRequest): void {
    const before = this.#queue.findLastIndex((other) => other.place <= request.place);
    this.#queue.splice(before + 1, 0, request);
  }

  /** Starts all requests that may be sent now, and sets at most one timer for the others. */
  #startReady(): void {
    while (this.#queue.length > 0 && this.#inFlight < this.#options.maxConcurrency) {
      const nowMs = this.#clock.now();
      const delayMs = this.#limit.delayMs(nowMs, this.#inFlight);
      // Timers count whole milliseconds. One that fires too early would not be allowed to send yet.
      if (delayMs > 0) {
        this.#wakeAt(nowMs + Math.ceil(delayMs));
        return;
      }
      this.#inFlight += 1;
      this.#queue.shift()?.start(this.#limit.sent(nowMs));
    }
  }

  #wakeAt(atMs: number): void {
    // An earlier timer is harmless: it checks the limit again.
    if (this.#timer && this.#timer.atMs <= atMs) return;
    this.#stopTimer();
    const timer = { atMs, cancel: new AbortController() };
    this.#timer = timer;
    const wake = () => {
      if (this.#timer !== timer) return;
      this.#timer = undefined;
      this.#startReady();
    };
    // `sleep` rejects when cancelled; `wake` then finds another timer, or none.
    this.#clock.sleep(atMs - this.#clock.now(), timer.cancel.signal).then(wake, wake);
  }

  #stopTimer(): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
  }

  #reportWait(): void {
    const { closedUntilMs } = this.#limit;
    const waitMs = closedUntilMs - this.#clock.now();
    if (waitMs <= reportedWaitMs || closedUntilMs <= this.#reportedUntilMs + 1000) return;
    this.#reportedUntilMs = closedUntilMs;
    this.#options.onWait?.(waitMs / 1000, "rate limit");
  }
}
