/** A place under the cap. A request that has not started yet has no time. */
export interface Permit {
  startedMs: number | undefined;
}

/** Requests reach the service a little sooner or later than they were sent. */
const jitterMs = 20;

/**
 * The user's own limit (`idm:maxRequestsPerSecond`): in any second, at most so many requests start. A request counts
 * from its first byte, because its connection may take longer than a second. Reads no clock.
 */
export class RequestCap {
  readonly #size: number;
  readonly #windowMs: number;
  readonly #permits = new Set<Permit>();

  /** `perSecond` may be a fraction, or infinite for no cap. */
  constructor(perSecond: number) {
    this.#size = Math.ceil(perSecond);
    this.#windowMs = (this.#size * 1000) / perSecond + jitterMs;
  }

  /** Milliseconds until the next request may start; 0 for now. */
  delayMs(nowMs: number): number {
    if (this.#permits.size < this.#size) return 0;
    const oldestMs = Math.min(...[...this.#permits].map(({ startedMs = nowMs }) => startedMs));
    return Math.max(0, oldestMs + this.#windowMs - nowMs);
  }

  /** Takes a permit. Only after `delayMs` was 0. */
  take(nowMs: number): Permit {
    for (const permit of this.#permits)
      if (nowMs - (permit.startedMs ?? nowMs) >= this.#windowMs) this.#permits.delete(permit);
    const permit: Permit = { startedMs: undefined };
    if (this.#size < Number.POSITIVE_INFINITY) this.#permits.add(permit);
    return permit;
  }

  /** Gives back the permit of a request that ended before it started. */
  release(permit: Permit): void {
    if (permit.startedMs === undefined) this.#permits.delete(permit);
  }
}
