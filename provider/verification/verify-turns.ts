import { SlidingWindow } from "./sliding-window.ts";

/** How often the service may be asked to verify domains. */
export interface VerifyLimits {
  /** Shortest time between two requests for one domain, in milliseconds. */
  readonly intervalMs: number;
  /** Most requests for all domains together within any `windowMs`. */
  readonly maxRequests: number;
  /** Length of the window, in milliseconds. */
  readonly windowMs: number;
}

/** Services refuse more than about five requests a minute. The extra second allows for a later start of theirs. */
export const verifyLimits: VerifyLimits = { intervalMs: 15_000, maxRequests: 5, windowMs: 61_000 };

/** The right of one waiting domain to be verified from time to time. */
export interface Turn {
  /** Milliseconds until the next request to verify is allowed; 0 when it is allowed now. */
  dueInMs(nowMs: number): number;
  /** Uses the turn and returns true; returns false when it is not due yet. */
  tryTake(nowMs: number): boolean;
  /** Ends the wait of this domain: the interval of the others becomes shorter. */
  leave(): void;
}

/** Shares the allowed requests to verify among the waiting domains. Reads no clock: the caller passes the time. */
export class VerifyTurns {
  readonly #limits: VerifyLimits;
  readonly #window: SlidingWindow;
  readonly #waiting = new Set<Turn>();
  // Time of the last request, by domain id. It outlives the turn: a new wait for the same domain keeps the interval.
  readonly #lastRequestMs = new Map<string, number>();

  constructor(limits: VerifyLimits) {
    this.#limits = limits;
    this.#window = new SlidingWindow(limits.maxRequests, limits.windowMs);
  }

  /** Adds a waiting domain. `minIntervalMs` is the shortest time that it wants between two of its requests. */
  join(id: string, minIntervalMs: number): Turn {
    const turn: Turn = {
      dueInMs: (nowMs) =>
        Math.max(this.#intervalLeftMs(id, minIntervalMs, nowMs), this.#window.freeInMs(nowMs)),
      tryTake: (nowMs) => {
        if (turn.dueInMs(nowMs) > 0) return false;
        this.#lastRequestMs.set(id, nowMs);
        return this.#window.tryTake(nowMs);
      },
      leave: () => this.#waiting.delete(turn),
    };
    this.#waiting.add(turn);
    return turn;
  }

  #intervalLeftMs(id: string, minIntervalMs: number, nowMs: number): number {
    const lastMs = this.#lastRequestMs.get(id);
    if (lastMs === undefined) return 0;
    return Math.max(0, lastMs + Math.max(minIntervalMs, this.#sharedIntervalMs()) - nowMs);
  }

  /** The more domains wait, the longer the interval of each. Otherwise the first domains would use up the window. */
  #sharedIntervalMs(): number {
    const { intervalMs, maxRequests, windowMs } = this.#limits;
    return Math.max(intervalMs, (this.#waiting.size * windowMs) / maxRequests);
  }
}
