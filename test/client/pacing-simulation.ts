import type { Clock, PacedResponse } from "../../provider/client/pacing.ts";

/** A clock that jumps from event to event: a minute of waiting takes no time, and all runs are the same. */
export class VirtualClock implements Clock {
  /** The number of timers set by `sleep` now, the highest number so far, and the number of calls. */
  sleeping = 0;
  mostSleeping = 0;
  sleeps = 0;
  readonly #startMs: number;
  #nowMs: number;
  #events: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  get elapsedSeconds(): number {
    return (this.#nowMs - this.#startMs) / 1000;
  }

  at(delayMs: number, run: () => void): { cancel: () => void } {
    const event = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    const before = this.#events.findLastIndex((other) => other.atMs <= event.atMs);
    this.#events.splice(before + 1, 0, event);
    const cancel = () => {
      this.#events = this.#events.filter((other) => other !== event);
    };
    return { cancel };
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.sleeps += 1;
    this.sleeping += 1;
    this.mostSleeping = Math.max(this.mostSleeping, this.sleeping);
    return new Promise((resolve, reject) => {
      const event = this.at(ms, () => {
        this.sleeping -= 1;
        resolve();
      });
      const stop = () => {
        event.cancel();
        this.sleeping -= 1;
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** Runs all events, also those that events add. */
  async runToEnd(): Promise<void> {
    await settled();
    for (let next = this.#events.shift(); next; next = this.#events.shift()) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await settled();
    }
  }
}

// In the next turn of the event loop, the callbacks of all resolved promises have run.
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The decision of a limiter on one request, and the values of its headers. */
export interface Ruling {
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly nextMs: number;
  readonly fullMs: number;
}

export interface Limiter {
  rule(nowMs: number): Ruling;
}

export class TokenBucket implements Limiter {
  perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs: number | undefined;

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  rule(nowMs: number): Ruling {
    const gained = ((nowMs - (this.#atMs ?? nowMs)) / 1000) * this.perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#atMs = nowMs;
    const granted = this.#tokens >= 1;
    if (granted) this.#tokens -= 1;
    const msUntil = (tokens: number) => (Math.max(0, tokens - this.#tokens) / this.perSecond) * 1000;
    return {
      granted,
      limit: this.#burst,
      remaining: Math.floor(this.#tokens),
      nextMs: nowMs + msUntil(1),
      fullMs: nowMs + msUntil(this.#burst),
    };
  }
}

export class FixedWindow implements Limiter {
  readonly #grants: number;
  readonly #windowMs: number;
  #endMs = 0;
  #used = 0;

  constructor(grants: number, windowMs: number) {
    this.#grants = grants;
    this.#windowMs = windowMs;
  }

  rule(nowMs: number): Ruling {
    if (nowMs >= this.#endMs) {
      this.#endMs = (Math.floor(nowMs / this.#windowMs) + 1) * this.#windowMs;
      this.#used = 0;
    }
    const granted = this.#used < this.#grants;
    if (granted) this.#used += 1;
    return {
      granted,
      limit: this.#grants,
      remaining: this.#grants - this.#used,
      nextMs: this.#endMs,
      fullMs: this.#endMs,
    };
  }
}

/** At most `grants` in any `windowMs`, however they fall into it. */
export class SlidingWindow implements Limiter {
  readonly #grants: number;
  readonly #windowMs: number;
  #grantedAtMs: number[] = [];

  constructor(grants: number, windowMs: number) {
    this.#grants = grants;
    this.#windowMs = windowMs;
  }

  rule(nowMs: number): Ruling {
    this.#grantedAtMs = this.#grantedAtMs.filter((atMs) => atMs > nowMs - this.#windowMs);
    const granted = this.#grantedAtMs.length < this.#grants;
    if (granted) this.#grantedAtMs.push(nowMs);
    const remaining = this.#grants - this.#grantedAtMs.length;
    const freeMs = (atMs = nowMs) => atMs + this.#windowMs;
    return {
      granted,
      limit: this.#grants,
      remaining,
      nextMs: remaining > 0 ? nowMs : freeMs(this.#grantedAtMs[0]),
      fullMs: freeMs(this.#grantedAtMs.at(-1)),
    };
  }
}

export const unlimited: Limiter = {
  rule: (nowMs) => ({ granted: true, limit: 1e6, remaining: 1e6, nextMs: nowMs, fullMs: nowMs }),
};

export interface ServiceOptions {
  readonly clock: VirtualClock;
  readonly latencyMs: () => number;
  readonly headers?: "always" | "refusals" | "never";
  readonly reset?: "next" | "full" | "past" | "far";
}

/** A service with a rate limit, which may change at any time. Counts its requests. */
export class SimulatedService {
  limiter: Limiter;
  refusals = 0;
  inFlight = 0;
  mostInFlight = 0;
  readonly grantedAtSeconds: number[] = [];
  readonly #options: ServiceOptions;

  constructor(limiter: Limiter, options: ServiceOptions) {
    this.limiter = limiter;
    this.#options = options;
  }

  /** Half of the latency passes before the limiter decides, half after it. */
  send(): Promise<PacedResponse> {
    const { clock, latencyMs } = this.#options;
    const wayMs = latencyMs() / 2;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    return new Promise((resolve) => {
      clock.at(wayMs, () => {
        const response = this.#respond();
        clock.at(wayMs, () => {
          this.inFlight -= 1;
          resolve(response);
        });
      });
    });
  }

  #respond(): PacedResponse {
    const { clock, headers = "refusals" } = this.#options;
    const ruling = this.limiter.rule(clock.now());
    if (ruling.granted) this.grantedAtSeconds.push(clock.elapsedSeconds);
    else this.refusals += 1;
    const withHeaders = headers === "always" || (headers === "refusals" && !ruling.granted);
    return { status: ruling.granted ? 201 : 429, headers: withHeaders ? this.#headers(ruling) : {} };
  }

  #headers(ruling: Ruling): Record<string, string> {
    const nowMs = this.#options.clock.now();
    const resetMs = {
      next: ruling.nextMs,
      full: ruling.fullMs,
      past: nowMs - 10_000,
      far: nowMs + 3_600_000,
    }[this.#options.reset ?? "full"];
    return {
      "x-ratelimit-limit": String(ruling.limit),
      "x-ratelimit-remaining": String(ruling.remaining),
      "x-ratelimit-reset": String(Math.ceil(resetMs / 1000)),
    };
  }
}
