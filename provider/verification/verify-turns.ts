import { SlidingWindow } from "./sliding-window.ts";

/** How often a service may be asked to verify, all times in milliseconds. */
export interface VerifyLimits {
  /** Between two requests for one domain. */
  readonly intervalMs: number;
  /** Requests for all domains together within any `windowMs`. */
  readonly most: number;
  readonly windowMs: number;
}

/** Services refuse more than about five a minute; a window of theirs may begin a moment later than ours. */
export const verifyLimits: VerifyLimits = { intervalMs: 15_000, most: 5, windowMs: 61_000 };

/** One domain's place among those that are waited for. */
export interface Turn {
  /** Milliseconds until the domain may be verified; 0 for now. */
  dueInMs(nowMs: number): number;
  /** Takes the turn and answers true, or answers false when it has not come yet. */
  take(nowMs: number): boolean;
  /** The domain is not waited for any more: the others come round sooner. */
  leave(): void;
}

/** Shares the verify requests of one process among its domains. Pure bookkeeping: the caller brings the time. */
export class VerifyTurns {
  readonly #limits: VerifyLimits;
  readonly #window: SlidingWindow;
  readonly #waiting = new Set<Turn>();
  readonly #askedMs = new Map<string, number>();

  constructor(limits: VerifyLimits) {
    this.#limits = limits;
    this.#window = new SlidingWindow(limits.most, limits.windowMs);
  }

  /** Enters a domain into the round; `leastMs` is the least time that its waiter wants between two requests. */
  enter(id: string, leastMs: number): Turn {
    const turn: Turn = {
      dueInMs: (nowMs) => Math.max(this.#rests(id, leastMs, nowMs), this.#window.freeInMs(nowMs)),
      take: (nowMs) => {
        if (turn.dueInMs(nowMs) > 0) return false;
        this.#askedMs.set(id, nowMs);
        return this.#window.take(nowMs);
      },
      leave: () => this.#waiting.delete(turn),
    };
    this.#waiting.add(turn);
    return turn;
  }

  #rests(id: string, leastMs: number, nowMs: number): number {
    const askedMs = this.#askedMs.get(id);
    if (askedMs === undefined) return 0;
    return Math.max(0, askedMs + Math.max(leastMs, this.#roundMs()) - nowMs);
  }

  /** The more domains wait, the seldomer each may ask: else the first ones would use up the window, and all would wait for it to open. */
  #roundMs(): number {
    const { intervalMs, most, windowMs } = this.#limits;
    return Math.max(intervalMs, (this.#waiting.size * windowMs) / most);
  }
}
