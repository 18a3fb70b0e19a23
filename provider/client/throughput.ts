/** How many answers a second came of late: over the last one to two seconds. */
export class Throughput {
  #sinceMs = 0;
  #previous = 0;
  #current = 0;

  count(nowMs: number): void {
    this.#turn(nowMs);
    this.#current += 1;
  }

  rate(nowMs: number): number {
    this.#turn(nowMs);
    return (
      ((this.#current + this.#previous) * 1000) / (1000 + (this.#previous > 0 ? nowMs - this.#sinceMs : 0))
    );
  }

  #turn(nowMs: number): void {
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs < 1000) return;
    this.#previous = elapsedMs < 2000 ? this.#current : 0;
    this.#current = 0;
    this.#sinceMs = nowMs;
  }
}
