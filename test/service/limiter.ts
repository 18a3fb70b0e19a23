import type { RateLimit } from "./options.ts";
import { Problem } from "./problem.ts";

/** A token bucket over a clock in milliseconds. */
export class Limiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
    this.#tokens = limit.burst;
    this.#filledAt = now();
  }

  /** Takes a token, or throws the 429. */
  take(): void {
    this.#fill();
    if (this.#tokens < 1) {
      throw new Problem(429, "too_many_requests", "Global limit has been reached.", this.headers());
    }
    this.#tokens -= 1;
  }

  /** The three headers; the reset is the UNIX time in seconds at which a token is there again. */
  headers(): Record<string, string> {
    this.#fill();
    const missing = Math.max(0, 1 - this.#tokens);
    const resetAt = (this.#now() + (missing / this.#limit.perSecond) * 1000) / 1000;
    return {
      "x-ratelimit-limit": String(this.#limit.burst),
      "x-ratelimit-remaining": String(Math.floor(this.#tokens)),
      "x-ratelimit-reset": String(Math.ceil(resetAt)),
    };
  }

  #fill(): void {
    const now = this.#now();
    const gained = ((now - this.#filledAt) / 1000) * this.#limit.perSecond;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}
