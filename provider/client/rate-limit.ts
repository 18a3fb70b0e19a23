import type { HttpHeaders } from "./http.ts";
import { RateEstimator } from "./rate-estimator.ts";
import { askedDelayMs, type RateLimitNotice, readRateLimit } from "./rate-limit-headers.ts";

/** The wait after a refusal without headers: doubles with each refused probe, up to the longest. */
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
/** A reset further ahead than this is as likely a fault as a ban: after `farResetWaitMs`, a probe is sent. */
const farResetMs = 60_000;
const farResetWaitMs = 30_000;
/** A probe without a response after this time is a slow request: the next probe is sent. */
const probeTimeoutMs = 5_000;
/** After more refused probes than this, waits are at least as long as the back-off. */
const maxTrustedFailures = 10;
const maxJitterMs = 100;
/** `X-RateLimit-Remaining` says nothing after this time. */
const noticeLifetimeMs = 1_000;

/** A request that the limit let through. Its outcome is reported with it. */
export interface SentRequest {
  readonly sentMs: number;
  /**
   * Why it was let through: `paced` by the estimated rate, `spare` because the service said that requests remain (or no
   * limit is known), `probe` as the first request after a refusal.
   */
  readonly kind: "paced" | "spare" | "probe";
}

/** What one process knows of the service's rate limit. Reads no clock: callers pass all times. */
export class RateLimit {
  readonly #random: () => number;
  readonly #estimator = new RateEstimator();
  /** No request is sent before this time. */
  #closedUntilMs = 0;
  /** After a refusal, one request is sent alone: from this time on. Undefined when no probe is needed. */
  #probeDueMs: number | undefined;
  /** How many probes in a row were refused. */
  #failedProbes = 0;
  /** When the newest refusal arrived. */
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  /** Send time of the newest request for which, or after which, the limiter had nothing left. */
  #exhaustedAtMs = Number.NEGATIVE_INFINITY;
  /** When this became known. */
  #exhaustionKnownMs = Number.NEGATIVE_INFINITY;
  #resetAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the limiter grants requests before its reset, as a token bucket does, unlike a fixed window. Learned. */
  #refills = false;
  /** The newest notice of how many requests remain. */
  #newest:
    | { readonly remaining: number; readonly reserve: number; readonly sentMs: number; readonly atMs: number }
    | undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** No request is sent before this time. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Milliseconds until the next request may be sent; 0 for now. */
  delayMs(nowMs: number, inFlight: number): number {
    if (nowMs < this.#closedUntilMs) return this.#closedUntilMs - nowMs;
    if (this.#probeDueMs !== undefined) return Math.max(0, this.#probeDueMs - nowMs);
    const newest = this.#newest;
    if (newest === undefined || nowMs - newest.atMs >= noticeLifetimeMs)
      return this.#estimator.delayMs(nowMs);
    const spare = newest.remaining - inFlight;
    if (spare > newest.reserve) return 0;
    if (this.#estimator.limited) return this.#estimator.delayMs(nowMs);
    return spare >= 1 || inFlight === 0 ? 0 : newest.atMs + noticeLifetimeMs - nowMs;
  }

  /** A request is sent now. */
  sent(nowMs: number): SentRequest {
    const isProbe = this.#probeDueMs !== undefined;
    if (isProbe) this.#probeDueMs = nowMs + probeTimeoutMs;
    const isPaced = this.#estimator.limited && this.#estimator.delayMs(nowMs) === 0;
    this.#estimator.sent(nowMs);
    return { sentMs: nowMs, kind: isProbe ? "probe" : isPaced ? "paced" : "spare" };
  }

  /** The service responded. */
  responded(request: SentRequest, status: number, headers: HttpHeaders, nowMs: number): void {
    const notice = readRateLimit(headers, nowMs);
    if (status === 429) this.#refused(request, notice, nowMs);
    else this.#accepted(request, notice, nowMs);
  }

  /** The request ended without a response, which says nothing about the limit. */
  failed(request: SentRequest): void {
    if (request.kind === "probe" && this.#probeDueMs !== undefined) this.#probeDueMs = 0;
  }

  #accepted(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    this.#estimator.accepted(request.sentMs, nowMs);
    if (request.kind === "probe") {
      this.#probeDueMs = undefined;
      this.#failedProbes = 0;
    }
    if (request.sentMs > this.#exhaustedAtMs && request.sentMs < this.#resetAtMs) this.#refills = true;
    this.#note(request, notice, nowMs);
  }

  #note(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    const { remaining, limit = 0, resetMs = 0 } = notice;
    if (remaining === undefined || request.sentMs < (this.#newest?.sentMs ?? 0)) return;
    this.#newest = { remaining, reserve: limit / 4, sentMs: request.sentMs, atMs: nowMs };
    if (remaining === 0 && !this.#estimator.limited) this.#exhausted(request, { limit, resetMs }, nowMs);
  }

  #refused(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    const isProbe = request.kind === "probe";
    // Requests that were in flight when the newest refusal arrived are refused for the same reason.
    const isNews = isProbe || request.sentMs > this.#refusedAtMs;
    this.#newest = undefined;
    if (isNews) {
      if (isProbe) this.#failedProbes += 1;
      if (isProbe && request.sentMs < this.#resetAtMs) this.#refills = false;
      // A probe says nothing about the rate, nor does a request sent before the exhaustion was known.
      if (request.sentMs > this.#exhaustionKnownMs && (request.kind === "paced" || !this.#estimator.limited))
        this.#exhausted(request, notice, nowMs);
      this.#refusedAtMs = nowMs;
      this.#probeDueMs = 0;
    }
    this.#exhaustedAtMs = Math.max(this.#exhaustedAtMs, request.sentMs);
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
    if (isNews || askedDelayMs(notice)) this.#close(nowMs + this.#waitMs(notice));
  }

  #exhausted(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    this.#estimator.exhausted(request.sentMs, nowMs, hintedRate(notice), notice.limit);
    this.#exhaustedAtMs = request.sentMs;
    this.#exhaustionKnownMs = nowMs;
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
  }

  #close(untilMs: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs);
  }

  #waitMs(notice: RateLimitNotice): number {
    if (this.#refills && this.#failedProbes === 0 && notice.retryAfterMs === undefined)
      return 1500 / this.#estimator.rate;
    const askedMs = askedDelayMs(notice);
    if (!askedMs) return this.#backoffMs();
    const waitMs = askedMs > farResetMs ? farResetWaitMs : askedMs;
    // Resets are whole seconds: without jitter, all processes of a tenant would continue in the same moment.
    const jitteredMs = waitMs + this.#random() * maxJitterMs;
    return this.#failedProbes > maxTrustedFailures ? Math.max(jitteredMs, this.#backoffMs()) : jitteredMs;
  }

  #backoffMs(): number {
    const backoffMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** this.#failedProbes);
    return backoffMs * (1 + this.#random() / 2);
  }
}

/** Requests per second that the headers suggest: the whole limit in the time until its reset, at least a second. */
function hintedRate({ limit, resetMs }: RateLimitNotice): number | undefined {
  if (!limit || resetMs === undefined || resetMs <= -1000 || resetMs > farResetMs) return undefined;
  // The reset is rounded up to a whole second. A rate too high costs one refusal, a rate too low costs time.
  return (limit * 1000) / Math.max(1000, resetMs - 1000);
}
