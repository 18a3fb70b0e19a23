/** The number of responses per second, over the last one to two seconds. */
export class Throughput {
  #startMs = 0;
  #previousCount = 0;
  #count = 0;

  /** Counts one response. */
  add(nowMs: number): void {
    this.#advance(nowMs);
    this.#count += 1;
  }

  /** Responses per second. */
  rate(nowMs: number): number {
    this.#advance(nowMs);
    const periodMs = 1000 + (this.#previousCount > 0 ? nowMs - this.#startMs : 0);
    return ((this.#count + this.#previousCount) * 1000) / periodMs;
  }

  /** Starts a new period after one second; a period that ended more than a second ago counts as empty. */
  #advance(nowMs: number): void {
    const elapsedMs = nowMs - this.#startMs;
    if (elapsedMs < 1000) return;
    this.#previousCount = elapsedMs < 2000 ? this.#count : 0;
    this.#count = 0;
    this.#startMs = nowMs;
  }
}
