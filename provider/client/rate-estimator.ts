import { Throughput } from "./throughput.ts";

/** The pace after a refusal, as a share of the estimated rate. It rises evenly and reaches 1 after one plateau time. */
const startShare = 0.93;
/** In plateau times. The pace is then 1.08 of the estimate, and doubles from there on. */
const plateauEnd = 2.2;
/** Plateau times, by where the estimate comes from. Headers are usually right, so that their plateau is long. */
const measuredPlateauMs = 4_000;
const hintedPlateauMs = 7_000;
const guessedPlateauMs = 1_500;
/** After the plateau, the pace doubles in this time. */
const doublingMs = 1_000;
/** The most growth per request after the plateau: at a low rate, seconds pass between two requests. */
const maxStepMs = doublingMs / 2;
/** What the limiter gained while nothing was sent is used at this many times the rate. */
const catchUpFactor = 2;
/** The part of the limiter's burst that is used so. */
const catchUpShare = 0.75;
/** The estimate is multiplied by this after a refusal that came too soon to measure. */
const cutFactor = 0.7;
/** No measurement reduces the estimate further than this: other users of the limit make it too low. */
const minCutFactor = 0.4;
/** A shorter time between two refusals is no measurement. */
const minMeasureMs = 1_000;
/** A measurement over this many accepted requests is precise. */
const preciseCount = 6;
/** After such a pause between two requests, the limiter's burst may be full: the next refusal measures nothing. */
const idleMs = 1_000;
/** Requests per second: the lowest first guess, the lowest estimate, and the pace from which on no limit is assumed. */
const minGuessRate = 2;
const minRate = 0.5;
const unlimitedRate = 500;

/**
 * Learns the rate of a rate limiter from the requests that it accepts, and spaces requests accordingly.
 *
 * Between two moments at which the limiter had nothing left, it granted exactly what it gained. The requests accepted
 * in between, divided by the time, are its rate, whatever its burst. So the pace starts a little below the last
 * estimate and rises slowly through it. This finds the next such moment with one refusal, and loses nothing as long as
 * the limiter's burst is not full. Well above the estimate, the pace doubles each second: the limit was lifted, or
 * another user of it stopped. (CUBIC congestion control and the adaptive retry mode of the AWS SDKs have the same
 * shape. They cut by a fixed factor, because they do not know when the limiter was exhausted.)
 */
export class RateEstimator {
  /** The estimate in requests per second, as all rates here. */
  #plateauRate = Number.POSITIVE_INFINITY;
  #plateauMs = measuredPlateauMs;
  /** How long the pace has grown since the last refusal. */
  #grownMs = 0;
  /** The newest moment at which the limiter had nothing left, and the requests accepted since. */
  #exhausted: { readonly atMs: number; accepted: number } | undefined;
  /** The most requests that may be sent at once after a pause. */
  #burst = 1;
  /** Requests that may be sent now: a token bucket of our own. */
  #tokens = 0;
  #tokensAtMs = 0;
  #lastSentMs = Number.NEGATIVE_INFINITY;

  readonly #throughput = new Throughput();

  /** Whether a limit is known. */
  get limited(): boolean {
    return this.#plateauRate !== Number.POSITIVE_INFINITY;
  }

  /** The pace in requests per second; infinite when no limit is known. */
  get rate(): number {
    const progress = Math.min(this.#grownMs / this.#plateauMs, plateauEnd);
    const doublings = Math.max(0, this.#grownMs - this.#plateauMs * plateauEnd) / doublingMs;
    return this.#plateauRate * (startShare + (1 - startShare) * progress) * 2 ** doublings;
  }

  /** Milliseconds until the pace allows a request; 0 for now. */
  delayMs(nowMs: number): number {
    if (!this.limited) return 0;
    const rate = this.rate;
    const untilTokenMs = ((1 - this.#tokensAt(nowMs, rate)) / rate) * 1000;
    const untilSpacedMs = this.#lastSentMs + 1000 / (rate * catchUpFactor) - nowMs;
    return Math.max(0, untilTokenMs, untilSpacedMs);
  }

  /** A request was sent. */
  sent(nowMs: number): void {
    if (!this.limited) return;
    const rate = this.rate;
    const sinceLastMs = nowMs - this.#lastSentMs;
    this.#tokens = Math.max(-1, this.#tokensAt(nowMs, rate) - 1);
    this.#tokensAtMs = nowMs;
    this.#lastSentMs = nowMs;
    // Only time in which the pace held requests back counts: an idle second says nothing about the limit.
    const untilPlateauEndMs = this.#plateauMs * plateauEnd - this.#grownMs;
    this.#grownMs += Math.min(sinceLastMs, 2000 / rate, Math.max(untilPlateauEndMs, maxStepMs));
    if (sinceLastMs > Math.max(idleMs, 3000 / rate)) this.#exhausted = undefined;
    if (this.rate > unlimitedRate) this.#forgetLimit();
  }

  /** The limiter accepted a request sent at `sentMs`. */
  accepted(sentMs: number, nowMs: number): void {
    this.#throughput.add(nowMs);
    if (this.#exhausted !== undefined && sentMs > this.#exhausted.atMs) this.#exhausted.accepted += 1;
  }

  /**
   * The limiter had nothing left for, or after, a request sent at `sentMs`. `hintedRate` and `limit` are what the
   * headers of its response suggest: requests per second, and requests that the limiter grants at once.
   */
  exhausted(sentMs: number, nowMs: number, hintedRate: number | undefined, limit: number | undefined): void {
    const throughput = this.#throughput.rate(nowMs);
    const measured = this.#measure(sentMs);
    if (this.limited) this.#learn(measured?.rate ?? this.rate * cutFactor, measured?.precise);
    else this.#guess(hintedRate ?? Math.max(minGuessRate, throughput / 2), hintedRate !== undefined);
    this.#plateauRate = Math.max(minRate, this.#plateauRate);
    this.#burst = Math.max(1, Math.floor((limit ?? throughput) * catchUpShare));
    this.#grownMs = 0;
    this.#exhausted = { atMs: sentMs, accepted: 0 };
    this.#tokens = 0;
    this.#tokensAtMs = sentMs;
  }

  #guess(rate: number, hinted: boolean): void {
    this.#plateauRate = rate;
    this.#plateauMs = hinted ? hintedPlateauMs : guessedPlateauMs;
  }

  #learn(rate: number, precise = false): void {
    this.#plateauRate = Math.min(this.rate, Math.max(rate, this.rate * minCutFactor));
    this.#plateauMs = precise ? measuredPlateauMs : guessedPlateauMs;
  }

  #measure(sentMs: number): { rate: number; precise: boolean } | undefined {
    if (this.#exhausted === undefined) return undefined;
    const elapsedMs = sentMs - this.#exhausted.atMs;
    const { accepted } = this.#exhausted;
    if (elapsedMs < minMeasureMs || accepted < 2) return undefined;
    return { rate: (accepted * 1000) / elapsedMs, precise: accepted >= preciseCount };
  }

  #tokensAt(nowMs: number, rate: number): number {
    return Math.min(this.#burst, this.#tokens + ((nowMs - this.#tokensAtMs) / 1000) * rate);
  }

  #forgetLimit(): void {
    this.#plateauRate = Number.POSITIVE_INFINITY;
    this.#exhausted = undefined;
  }
}
