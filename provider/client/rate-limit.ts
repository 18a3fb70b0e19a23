import type { HttpHeaders } from "./http.ts";
import { RateEstimator } from "./rate-estimator.ts";
import { askedDelayMs, type RateLimitNotice, readRateLimit } from "./rate-limit-headers.ts";

const BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
// A reset further ahead than this is as likely a fault as a ban: it is believed for a while, then probed.
const BELIEVED_MS = 60_000;
const PROBE_MS = 30_000;
// A probe that takes longer than this is a slow request, not a word on the limit.
const PROBE_PATIENCE_MS = 5_000;
const PATIENT_FAILURES = 10;
const JITTER_MS = 100;
const FRESH_MS = 1_000;

/** A request that was let through, to be handed back with its answer. */
export interface Passage {
  readonly sentMs: number;
  /** `paced` when the pace allowed it, `spare` when the service had said that much is left, `probe` when it was first after a refusal. */
  readonly kind: "paced" | "spare" | "probe";
}

/** What one process knows of the service's limit: pure but for its state, all times given by the caller. */
export class RateLimit {
  readonly #random: () => number;
  readonly #rate = new RateEstimator();
  #closedUntilMs = 0;
  // After a refusal one request goes alone; from this time on it may be sent, or sent anew. Undefined when none is needed.
  #probeDueMs: number | undefined;
  #failures = 0;
  #eventMs = Number.NEGATIVE_INFINITY; // when the last refusal became known
  #dryMs = Number.NEGATIVE_INFINITY; // when the request was sent for which, or after which, nothing was left
  #dryKnownMs = Number.NEGATIVE_INFINITY;
  #resetAtMs = Number.NEGATIVE_INFINITY;
  // Whether the limiter grants before its reset (a bucket, filled drop by drop) or not (a window); learned.
  #refills = false;
  #seen:
    | { readonly remaining: number; readonly reserve: number; readonly sentMs: number; readonly atMs: number }
    | undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Milliseconds until the next request may go; 0 for now. */
  delayMs(nowMs: number, inFlight: number): number {
    if (nowMs < this.#closedUntilMs) return this.#closedUntilMs - nowMs;
    if (this.#probeDueMs !== undefined) return Math.max(0, this.#probeDueMs - nowMs);
    const seen = this.#seen;
    if (seen === undefined || nowMs - seen.atMs >= FRESH_MS) return this.#rate.delayMs(nowMs);
    const spare = seen.remaining - inFlight;
    if (spare > seen.reserve) return 0;
    if (this.#rate.limited) return this.#rate.delayMs(nowMs);
    return spare >= 1 || inFlight === 0 ? 0 : seen.atMs + FRESH_MS - nowMs;
  }

  sent(nowMs: number): Passage {
    const probe = this.#probeDueMs !== undefined;
    if (probe) this.#probeDueMs = nowMs + PROBE_PATIENCE_MS;
    const paced = this.#rate.limited && this.#rate.delayMs(nowMs) === 0;
    this.#rate.sent(nowMs);
    return { sentMs: nowMs, kind: probe ? "probe" : paced ? "paced" : "spare" };
  }

  answered(passage: Passage, status: number, headers: HttpHeaders, nowMs: number): void {
    const notice = readRateLimit(headers, nowMs);
    if (status === 429) this.#refused(passage, notice, nowMs);
    else this.#accepted(passage, notice, nowMs);
  }

  /** The request ended without an answer, which says nothing about the limit. */
  unanswered(passage: Passage): void {
    if (passage.kind === "probe" && this.#probeDueMs !== undefined) this.#probeDueMs = 0;
  }

  #accepted(passage: Passage, notice: RateLimitNotice, nowMs: number): void {
    this.#rate.accepted(passage.sentMs, nowMs);
    if (passage.kind === "probe") {
      this.#probeDueMs = undefined;
      this.#failures = 0;
    }
    if (passage.sentMs > this.#dryMs && passage.sentMs < this.#resetAtMs) this.#refills = true;
    this.#see(passage, notice, nowMs);
  }

  #see(passage: Passage, { remaining, limit = 0, resetMs = 0 }: RateLimitNotice, nowMs: number): void {
    if (remaining === undefined || passage.sentMs < (this.#seen?.sentMs ?? 0)) return;
    this.#seen = { remaining, reserve: limit / 4, sentMs: passage.sentMs, atMs: nowMs };
    if (remaining === 0 && !this.#rate.limited) this.#runDry(passage, { limit, resetMs }, nowMs);
  }

  #refused(passage: Passage, notice: RateLimitNotice, nowMs: number): void {
    const sameEvent = passage.sentMs <= this.#eventMs && passage.kind !== "probe";
    this.#seen = undefined;
    if (!sameEvent) {
      if (passage.kind === "probe") this.#failures += 1;
      if (passage.kind === "probe" && passage.sentMs < this.#resetAtMs) this.#refills = false;
      // One that was on its way when the dryness became known tells nothing new of the rate; nor does a probe.
      if (passage.sentMs > this.#dryKnownMs && (passage.kind === "paced" || !this.#rate.limited))
        this.#runDry(passage, notice, nowMs);
      this.#eventMs = nowMs;
      this.#probeDueMs = 0;
    }
    this.#dryMs = Math.max(this.#dryMs, passage.sentMs);
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
    if (!sameEvent || askedDelayMs(notice)) this.#close(nowMs + this.#waitMs(notice));
  }

  #runDry(passage: Passage, notice: RateLimitNotice, nowMs: number): void {
    this.#rate.ranDry(passage.sentMs, nowMs, hint(notice), notice.limit);
    this.#dryMs = passage.sentMs;
    this.#dryKnownMs = nowMs;
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
  }

  #close(untilMs: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
  }

  #waitMs(notice: RateLimitNotice): number {
    if (this.#refills && this.#failures === 0 && notice.retryAfterMs === undefined)
      return 1500 / this.#rate.rate;
    const askedMs = askedDelayMs(notice);
    if (!askedMs) return this.#backoffMs();
    const believedMs = askedMs > BELIEVED_MS ? PROBE_MS : askedMs;
    // Resets fall on whole seconds: without jitter all processes of a tenant would come back in the same moment.
    const jitteredMs = believedMs + this.#random() * JITTER_MS;
    return this.#failures > PATIENT_FAILURES ? Math.max(jitteredMs, this.#backoffMs()) : jitteredMs;
  }

  #backoffMs(): number {
    const steadyMs = Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** this.#failures);
    return steadyMs * (1 + this.#random() / 2);
  }
}

/** Requests per second that the headers suggest: the whole grant within the time to its reset, at the least a second. */
function hint({ limit, resetMs }: RateLimitNotice): number | undefined {
  if (!limit || resetMs === undefined || resetMs <= -1000 || resetMs > BELIEVED_MS) return undefined;
  // The reset is rounded up to a whole second; a guess too high costs one refusal, one too low costs time.
  return (limit * 1000) / Math.max(1000, resetMs - 1000);
}
