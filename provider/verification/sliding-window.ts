/** Allows at most `maxEvents` events within any `windowMs`. Reads no clock: the caller passes the time. */
export class SlidingWindow {
  readonly #maxEvents: number;
  readonly #windowMs: number;
  // Times of the newest events, oldest first; at most #maxEvents of them.
  #eventsMs: number[] = [];

  constructor(maxEvents: number, windowMs: number) {
    this.#maxEvents = maxEvents;
    this.#windowMs = windowMs;
  }

  /** Milliseconds until the next event is allowed; 0 when it is allowed now. */
  freeInMs(nowMs: number): number {
    const oldest = this.#eventsMs.at(-this.#maxEvents);
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#windowMs - nowMs);
  }

  /** Records an event and returns true; returns false when the window is full. */
  tryTake(nowMs: number): boolean {
    if (this.freeInMs(nowMs) > 0) return false;
    this.#eventsMs = [...this.#eventsMs, nowMs].slice(-this.#maxEvents);
    return true;
  }
}
