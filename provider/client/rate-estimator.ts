import { Throughput } from "./throughput.ts";

// The pace, as a share of the estimate: from START it rises evenly, through the estimate after one plateau time.
const START = 0.93;
const PLATEAU_END = 2.2; // in plateau times; the pace is at 1.08 of the estimate then, and doubles from there on
const MEASURED_PLATEAU_MS = 4_000;
const HINTED_PLATEAU_MS = 7_000; // long, as headers are usually right
const GUESSED_PLATEAU_MS = 1_500;
const DOUBLING_MS = 1_000;
const LARGEST_STEP_MS = DOUBLING_MS / 2; // at a low rate, seconds lie between two requests
// What the limiter gained while nothing was sent is used up at this many times the rate, and not to the last bit.
const CATCH_UP = 2;
const CATCH_UP_SHARE = 0.75;
const CUT = 0.7; // when a refusal came too soon to measure
const DEEPEST_CUT = 0.4; // other users of the limit make a measurement too low
const SHORTEST_MEASURE_MS = 1_000;
const PRECISE_COUNT = 6;
const IDLE_MS = 1_000;
const LOWEST_GUESS = 2;
const SLOWEST_RATE = 0.5;
const UNLIMITED_RATE = 500;

/**
 * Learns the rate of a limiter from what gets through, and spaces requests to it.
 *
 * Between two moments at which the limiter had nothing left, it granted just what it gained: requests accepted,
 * divided by the time between, is its rate, whatever its burst. So the pace starts a little below the last
 * estimate and rises slowly through it, which finds the next such moment with one refusal and loses nothing as
 * long as the limiter's burst is not full. Well past the estimate the pace doubles each second: the limit is gone,
 * or another user of it is. (CUBIC congestion control and the adaptive retry mode of the AWS SDKs have the same
 * shape; they cut by a fixed factor, as they know no moment of emptiness.)
 */
export class RateEstimator {
  #plateau = Number.POSITIVE_INFINITY; // per second, as all rates here
  #plateauMs = MEASURED_PLATEAU_MS;
  #grownMs = 0;
  #empty: { readonly atMs: number; accepted: number } | undefined;
  #burst = 1;
  #level = 0;
  #levelAtMs = 0;
  #lastSentMs = Number.NEGATIVE_INFINITY;

  readonly #throughput = new Throughput();

  get limited(): boolean {
    return this.#plateau !== Number.POSITIVE_INFINITY;
  }

  /** Requests per second that are sent now; infinite when no limit is known. */
  get rate(): number {
    const progress = Math.min(this.#grownMs / this.#plateauMs, PLATEAU_END);
    const doublings = Math.max(0, this.#grownMs - this.#plateauMs * PLATEAU_END) / DOUBLING_MS;
    return this.#plateau * (START + (1 - START) * progress) * 2 ** doublings;
  }

  /** Milliseconds until the pace allows a request; 0 when it does now. */
  delayMs(nowMs: number): number {
    if (!this.limited) return 0;
    const rate = this.rate;
    const missing = ((1 - this.#levelAt(nowMs, rate)) / rate) * 1000;
    const spacing = this.#lastSentMs + 1000 / (rate * CATCH_UP) - nowMs;
    return Math.max(0, missing, spacing);
  }

  sent(nowMs: number): void {
    if (!this.limited) return;
    const rate = this.rate;
    const sinceLastMs = nowMs - this.#lastSentMs;
    this.#level = Math.max(-1, this.#levelAt(nowMs, rate) - 1);
    this.#levelAtMs = nowMs;
    this.#lastSentMs = nowMs;
    // Only time in which the pace was the bound teaches: an idle second says nothing about the limit.
    const untilEndMs = this.#plateauMs * PLATEAU_END - this.#grownMs;
    this.#grownMs += Math.min(sinceLastMs, 2000 / rate, Math.max(untilEndMs, LARGEST_STEP_MS));
    if (sinceLastMs > Math.max(IDLE_MS, 3000 / rate)) this.#empty = undefined;
    if (this.rate > UNLIMITED_RATE) this.#forget();
  }

  accepted(sentMs: number, nowMs: number): void {
    this.#throughput.count(nowMs);
    if (this.#empty !== undefined && sentMs > this.#empty.atMs) this.#empty.accepted += 1;
  }

  /** The limiter had nothing left for a request sent at `sentMs`; `hint` is a rate that its headers suggest. */
  ranDry(sentMs: number, nowMs: number, hint: number | undefined, limit: number | undefined): void {
    const seen = this.#throughput.rate(nowMs);
    const measured = this.#measure(sentMs);
    if (this.limited) this.#learn(measured?.rate ?? this.rate * CUT, measured?.precise);
    else this.#guess(hint ?? Math.max(LOWEST_GUESS, seen / 2), hint !== undefined);
    this.#plateau = Math.max(SLOWEST_RATE, this.#plateau);
    this.#burst = Math.max(1, Math.floor((limit ?? seen) * CATCH_UP_SHARE));
    this.#grownMs = 0;
    this.#empty = { atMs: sentMs, accepted: 0 };
    this.#level = 0;
    this.#levelAtMs = sentMs;
  }

  #guess(rate: number, hinted: boolean): void {
    this.#plateau = rate;
    this.#plateauMs = hinted ? HINTED_PLATEAU_MS : GUESSED_PLATEAU_MS;
  }

  #learn(rate: number, precise = false): void {
    this.#plateau = Math.min(this.rate, Math.max(rate, this.rate * DEEPEST_CUT));
    this.#plateauMs = precise ? MEASURED_PLATEAU_MS : GUESSED_PLATEAU_MS;
  }

  #measure(sentMs: number): { rate: number; precise: boolean } | undefined {
    if (this.#empty === undefined) return undefined;
    const elapsedMs = sentMs - this.#empty.atMs;
    const { accepted } = this.#empty;
    if (elapsedMs < SHORTEST_MEASURE_MS || accepted < 2) return undefined;
    return { rate: (accepted * 1000) / elapsedMs, precise: accepted >= PRECISE_COUNT };
  }

  #levelAt(nowMs: number, rate: number): number {
    return Math.min(this.#burst, this.#level + ((nowMs - this.#levelAtMs) / 1000) * rate);
  }

  #forget(): void {
    this.#plateau = Number.POSITIVE_INFINITY;
    this.#empty = undefined;
  }
}
