/** At most `most` events within any `windowMs`, whoever asks. Pure bookkeeping: the caller brings the time. */
export class SlidingWindow {
  readonly #most: number;
  readonly #windowMs: number;
  #taken: number[] = [];

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Takes a place and answers true, or answers false when the window is full. */
  take(nowMs: number): boolean {
    this.#taken = this.#taken.filter((atMs) => nowMs - atMs < this.#windowMs);
    if (this.#taken.length >= this.#most) return false;
    this.#taken.push(nowMs);
    return true;
  }
}
