/**
 * The pace after a refusal, as a share of the estimated rate. It rises evenly, is 1 after one plateau time and 1.08
 * after 2.2 of them, and then doubles: the limit was lifted, or another user of it stopped.
 */
const startShare = 0.93;
const plateauEnd = 2.2;
/** Plateau times, by where the estimate comes from. Headers are usually right, so that their plateau is long. */
const hintedPlateauMs = 7_000;
const measuredPlateauMs = 4_000;
const guessedPlateauMs = 1_500;
const doublingMs = 1_000;
/** The most growth per request after the plateau: at a low rate, seconds pass between two requests. */
const maxStepMs = 400;
/** What the limiter gained while nothing was sent is used at twice the rate, up to half of the limiter's burst. */
const catchUpFactor = 2;
const catchUpShare = 0.5;
/** The estimate is multiplied by this after a refusal that came too soon to measure. */
const cutFactor = 0.7;
/** No measurement reduces the estimate further than this: other users of the limit make it too low. */
const minCutFactor = 0.4;
/** Fewer accepted requests, or a shorter time, between two refusals is no measurement. */
const minAccepted = 3;
const minMeasureMs = 1_000;
/** Requests per second: the lowest first guess, and the lowest estimate. */
const minGuess = 2;
const minRate = 0.5;

/**
 * Learns the rate of a limiter from the requests that it accepts, and spaces requests accordingly. Rates are requests
 * per second.
 *
 * Between two moments at which the limiter had nothing left, it granted exactly what it gained. The requests accepted
 * in between, divided by the time, are its rate, whatever its burst. So the pace starts a little below the last
 * estimate and rises slowly through it: it finds the next such moment with one refusal. A fixed cut, as congestion
 * control without a measurement makes it, costs 30 to 56 % of the time where the limiter's burst is large or small.
 */
export class Pace {
  /** The estimate; infinite when no limit is known. */
  #estimate = Number.POSITIVE_INFINITY;
  #plateauMs = guessedPlateauMs;
  /** How long the pace has grown since the last refusal. */
  #grownMs = 0;
  /** Requests accepted since `atMs`. `empty`: the limiter had nothing left then. */
  #counted = { atMs: Number.NEGATIVE_INFINITY, accepted: 0, empty: false };
  /** When the next request is due, and how far in the past that may lie: the time that can be caught up. */
  #dueMs = 0;
  #creditMs = 0;
  #lastSentMs = Number.NEGATIVE_INFINITY;

  /** Whether a limit is known. */
  get limited(): boolean {
    return this.#estimate !== Number.POSITIVE_INFINITY;
  }

  get rate(): number {
    const progress = Math.min(this.#grownMs / this.#plateauMs, plateauEnd);
    const doublings = Math.max(0, this.#grownMs - this.#plateauMs * plateauEnd) / doublingMs;
    return this.#estimate * (startShare + (1 - startShare) * progress) * 2 ** doublings;
  }

  /** Milliseconds until the pace allows a request; 0 for now. */
  delayMs(nowMs: number): number {
    if (!this.limited) return 0;
    const spacedMs = this.#lastSentMs + 1000 / (this.rate * catchUpFactor);
    return Math.max(0, this.#dueMs - nowMs, spacedMs - nowMs);
  }

  /** A request was sent, also one that the pace did not delay. */
  sent(nowMs: number): void {
    const sinceLastMs = nowMs - this.#lastSentMs;
    const gapMs = 1000 / this.rate;
    this.#lastSentMs = nowMs;
    // After a pause the limiter's burst may be full: the next refusal measures nothing.
    if (sinceLastMs > Math.max(minMeasureMs, 3 * gapMs)) this.#count(nowMs, false);
    if (!this.limited) return;
    const dueMs = Math.max(this.#dueMs, nowMs - this.#creditMs);
    this.#dueMs = Math.min(dueMs, nowMs + gapMs) + gapMs;
    // Only time in which the pace held requests back counts: an idle second says nothing about the limit.
    const untilPlateauEndMs = this.#plateauMs * plateauEnd - this.#grownMs;
    this.#grownMs += Math.min(sinceLastMs, 2 * gapMs, Math.max(untilPlateauEndMs, maxStepMs));
  }

  /** The limiter accepted a request sent at `sentMs`. */
  accepted(sentMs: number): void {
    if (sentMs > this.#counted.atMs || !this.#counted.empty) this.#counted.accepted += 1;
  }

  /**
   * The limiter had nothing left for, or after, a request sent at `sentMs`. `hint` and `burst` are what the headers of
   * its response suggest: a rate, and the requests that are granted at once.
   */
  exhausted(sentMs: number, hint: number | undefined, burst: number | undefined): void {
    const { atMs, accepted, empty } = this.#counted;
    const elapsedMs = sentMs - atMs;
    const throughput = (accepted * 1000) / Math.max(minMeasureMs, elapsedMs);
    const measured = empty && elapsedMs >= minMeasureMs && accepted >= minAccepted;
    if (this.limited) this.#learn(measured ? throughput : undefined);
    else if (hint !== undefined) this.#start(hint, hintedPlateauMs);
    else this.#start(Math.max(minGuess, throughput / 2), guessedPlateauMs);
    this.#estimate = Math.max(minRate, this.#estimate);
    this.#grownMs = 0;
    this.#count(sentMs, true);
    const gapMs = 1000 / this.rate;
    this.#creditMs = Math.max(0, (burst ?? throughput) * catchUpShare - 1) * gapMs;
    this.#dueMs = sentMs + gapMs;
  }

  #learn(measured: number | undefined): void {
    const { rate } = this;
    const estimate = Math.max(measured ?? rate * cutFactor, rate * minCutFactor);
    this.#start(Math.min(rate, estimate), measured === undefined ? guessedPlateauMs : measuredPlateauMs);
  }

  #start(estimate: number, plateauMs: number): void {
    this.#estimate = estimate;
    this.#plateauMs = plateauMs;
  }

  #count(atMs: number, empty: boolean): void {
    this.#counted = { atMs, accepted: 0, empty };
  }
}
