import { setTimeout as sleep } from "node:timers/promises";
import type { HttpHeaders } from "./http.ts";
import { reportedWaitMs } from "./operation.ts";
import { RateLimit, type SentRequest } from "./rate-limit.ts";
import { type Permit, RequestCap } from "./request-cap.ts";
import { type WaitReason, WaitTally } from "./wait-tally.ts";

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
  /** The cap of the process, which several pacers may share. Default: none. */
  readonly cap?: RequestCap;
  /** The part of the service's limit that stays free for others, from 0 to below 1. Default: 0. */
  readonly reserve?: number;
  /** From 0 to below 1, for jitter. Default `Math.random`. */
  readonly random?: () => number;
  /** Called once for each time in which the service makes all requests wait for more than 5 seconds. */
  readonly onWait?: (seconds: number, why: "rate limit" | "unavailable") => void;
  /** Called once for each event: the reserve delays requests, or a response does not tell what it needs. */
  readonly onReserve?: (event: ReserveEvent) => void;
  /** Where waits are counted. */
  readonly tally?: WaitTally;
}

export type ReserveEvent = "delays" | "no headers";

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
  readonly start: (turn: Turn) => void;
}

const systemClock: Clock = {
  // Unlike Date.now(), it does not jump when somebody sets the system's clock.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** What a queued request gets when it is its turn. */
interface Turn {
  readonly sent: SentRequest;
  readonly permit: Permit;
}

/** The queue of all requests of a process: first come, first served, as fast as the service's rate limit allows. */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #clock: Clock;
  readonly #limit: RateLimit;
  readonly #cap: RequestCap;
  readonly #tally: WaitTally;
  readonly #queue: QueuedRequest[] = [];
  #places = 0;
  #inFlight = 0;
  #timer: { readonly atMs: number; readonly cancel: AbortController } | undefined;
  #reportedUntilMs = 0;
  readonly #reserveReported = new Set<ReserveEvent>();

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#limit = new RateLimit(options.random ?? Math.random, options.reserve);
    this.#cap = options.cap ?? new RequestCap(Number.POSITIVE_INFINITY);
    this.#tally = options.tally ?? new WaitTally();
  }

  /** Creates a place at the end of the queue. A request that is repeated keeps its place. */
  ticket(): Ticket {
    this.#places += 1;
    return { place: this.#places };
  }

  /** Time until requests are sent again after a 503 with `Retry-After`, in milliseconds. Not positive: they are now. */
  get unavailableMs(): number {
    return this.#limit.unavailableUntilMs - this.#clock.now();
  }

  /** The user's own setting that delays the next request. Undefined: none does. */
  get delayingSetting(): Exclude<WaitReason, "service"> | undefined {
    const { delayMs, reason } = this.#delay(this.#clock.now());
    return delayMs > 0 && reason !== "service" ? reason : undefined;
  }

  /**
   * Calls `send` when it is the ticket's turn; `send` calls `started` with the first byte of its request.
   * Rejects with the signal's reason when aborted before.
   */
  async run<T extends PacedResponse>(
    ticket: Ticket,
    signal: AbortSignal,
    send: (started: () => void) => Promise<T>,
  ): Promise<T> {
    const { sent, permit } = await this.#turn(ticket, signal);
    try {
      const response = await this.#send(permit, send);
      this.#limit.responded(sent, response.status, response.headers, this.#clock.now());
      if (response.status === 429) this.#tally.refused();
      this.#reportReserve();
      return response;
    } catch (error) {
      this.#limit.failed(sent);
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#startReady();
    }
  }

  /**
   * Calls `send` for a request beside the queue, which has a limit of its own. It waits for the cap of the process and
   * for the end of a 503's `Retry-After`.
   */
  async runBeside<T extends PacedResponse>(
    signal: AbortSignal,
    send: (started: () => void) => Promise<T>,
  ): Promise<T> {
    const response = await this.#send(await this.#permit(signal), send);
    this.#limit.unavailable(response.status, response.headers, this.#clock.now());
    return response;
  }

  /** Waits as a request beside the queue. For one that let its turn pass, and starts now. */
  async again(signal: AbortSignal): Promise<void> {
    const permit = await this.#permit(signal);
    permit.startedMs = this.#clock.now();
  }

  async #permit(signal: AbortSignal): Promise<Permit> {
    for (;;) {
      signal.throwIfAborted();
      const nowMs = this.#clock.now();
      const delayMs = Math.max(this.#cap.delayMs(nowMs), this.#limit.unavailableUntilMs - nowMs);
      if (delayMs <= 0) return this.#cap.take(nowMs);
      await this.#clock.sleep(Math.ceil(delayMs), signal).catch(() => signal.throwIfAborted());
    }
  }

  async #send<T>(permit: Permit, send: (started: () => void) => Promise<T>): Promise<T> {
    this.#tally.sent();
    try {
      return await send(() => {
        permit.startedMs = this.#clock.now();
      });
    } finally {
      this.#cap.release(permit);
    }
  }

  #turn(ticket: Ticket, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#queue.splice(this.#queue.indexOf(request), 1);
        if (this.#queue.length === 0) this.#stopWaiting();
        reject(signal.reason);
      };
      const start = (turn: Turn) => {
        signal.removeEventListener("abort", onAbort);
        resolve(turn);
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
      const { delayMs, reason } = this.#delay(nowMs);
      this.#tally.wait(delayMs > 0 ? reason : undefined, nowMs);
      // Timers count whole milliseconds. One that fires too early would not be allowed to send yet.
      if (delayMs > 0) {
        this.#wakeAt(nowMs + Math.ceil(delayMs));
        this.#reportWait();
        return;
      }
      this.#inFlight += 1;
      this.#queue.shift()?.start({ sent: this.#limit.sent(nowMs), permit: this.#cap.take(nowMs) });
    }
  }

  #delay(nowMs: number): { delayMs: number; reason: WaitReason } {
    const limitMs = this.#limit.delayMs(nowMs, this.#inFlight);
    const capMs = this.#cap.delayMs(nowMs);
    if (capMs > limitMs) return { delayMs: capMs, reason: "maxRequestsPerSecond" };
    return { delayMs: limitMs, reason: this.#limit.forReserve ? "rateLimitReserve" : "service" };
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

  #stopWaiting(): void {
    this.#stopTimer();
    this.#tally.wait(undefined, this.#clock.now());
  }

  #stopTimer(): void {
    this.#timer?.cancel.abort();
    this.#timer = undefined;
  }

  /** Called when a request waits: without one, nobody waits. */
  #reportWait(): void {
    const { closedUntilMs, forReserve } = this.#limit;
    const waitMs = closedUntilMs - this.#clock.now();
    if (forReserve || waitMs <= reportedWaitMs || closedUntilMs <= this.#reportedUntilMs + 1000) return;
    this.#reportedUntilMs = closedUntilMs;
    const unavailable = this.#limit.unavailableUntilMs >= closedUntilMs;
    this.#options.onWait?.(waitMs / 1000, unavailable ? "unavailable" : "rate limit");
  }

  #reportReserve(): void {
    const { forReserve, lacksHeaders } = this.#limit;
    const event = forReserve ? "delays" : "no headers";
    if (!(forReserve || lacksHeaders) || this.#reserveReported.has(event)) return;
    this.#reserveReported.add(event);
    this.#options.onReserve?.(event);
  }
}
