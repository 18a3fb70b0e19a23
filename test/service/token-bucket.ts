import { Problem } from "./problem.ts";

/** `perSecond` tokens flow in; at most `burst` are kept. */
export interface TokenBucketOptions {
  perSecond: number;
  burst: number;
}

/** A rate limit: each request takes a token. It starts full. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  readonly #nowMs: () => number;
  #tokens: number;
  #filledAtMs: number;

  constructor(options: TokenBucketOptions, nowMs: () => number = Date.now) {
    this.#options = options;
    this.#nowMs = nowMs;
    this.#tokens = options.burst;
    this.#filledAtMs = nowMs();
  }

  /** Takes a token; throws a 429 when there is none. */
  take(): void {
    this.#fill();
    if (this.#tokens < 1) {
      throw new Problem(429, "too_many_requests", "Global limit has been reached.", this.headers());
    }
    this.#tokens -= 1;
  }

  /** The three rate-limit headers. `x-ratelimit-reset` is the UNIX time in seconds at which a token is available. */
  headers(): Record<string, string> {
    this.#fill();
    const missing = Math.max(0, 1 - this.#tokens);
    const resetAtMs = this.#nowMs() + (missing / this.#options.perSecond) * 1000;
    return {
      "x-ratelimit-limit": String(this.#options.burst),
      "x-ratelimit-remaining": String(Math.floor(this.#tokens)),
      "x-ratelimit-reset": String(Math.ceil(resetAtMs / 1000)),
    };
  }

  #fill(): void {
    const nowMs = this.#nowMs();
    const gained = ((nowMs - this.#filledAtMs) / 1000) * this.#options.perSecond;
    this.#tokens = Math.min(this.#options.burst, this.#tokens + gained);
    this.#filledAtMs = nowMs;
  }
}
