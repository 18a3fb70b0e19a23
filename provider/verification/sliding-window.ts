/** At most `most` events within any `windowMs`, whoever asks. Pure bookkeeping: the caller brings the time. */
export class SlidingWindow {
  readonly #most: number;
  readonly #windowMs: number;
  #taken: number[] = [];

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Milliseconds until there is a place; 0 for now. */
  freeInMs(nowMs: number): number {
    const oldest = this.#taken.at(-this.#most);
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#windowMs - nowMs);
  }

  /** Takes a place and answers true, or answers false when the window is full. */
  take(nowMs: number): boolean {
    if (this.freeInMs(nowMs) > 0) return false;
    this.#taken = [...this.#taken, nowMs].slice(-this.#most);
    return true;
  }
}
