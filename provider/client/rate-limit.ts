import type { HttpHeaders } from "./http.ts";
import { Pace } from "./pace.ts";
import { askedDelayMs, type RateLimitNotice, readRateLimit } from "./rate-limit-headers.ts";

/** The wait after a refusal without headers: doubles with each refused probe, up to the longest. */
const firstBackoffMs = 500;
const longestWaitMs = 30_000;
/** A reset further ahead than this is as likely a fault as a ban: a probe is sent after the longest wait. */
const farResetMs = 60_000;
/** A request without a response after this time is a slow one: what waits for it is sent. */
const slowMs = 5_000;
const maxJitterMs = 100;
/** Requests pass the pace as long as more than this share of the limit is left. */
const spareShare = 0.25;
/** After so many accepted requests in a row that leave `remaining: 0`, the header does not count. */
const maxZeros = 10;

/** A request that the limit let through. Its outcome is reported with it. */
export interface SentRequest {
  readonly sentMs: number;
  /**
   * Why it was let through: `paced` by the estimated rate, `spare` because the service said that requests remain (or no
   * limit is known), `probe` as the first request after a refusal.
   */
  readonly kind: "paced" | "spare" | "probe";
}

/**
 * What one process knows of the service's rate limit. Reads no clock: callers pass all times.
 * `reserve` is the part of the limit that stays free for others: the limit counts as used up when only that is left.
 */
export class RateLimit {
  readonly #random: () => number;
  readonly #reserve: number;
  readonly #pace = new Pace();
  #closedUntilMs = 0;
  #unavailableUntilMs = 0;
  #forReserve = false;
  #lacksHeaders = false;
  /** After a refusal, one request is sent alone: from this time on. Undefined when no probe is needed. */
  #probeDueMs: number | undefined;
  /** How many probes in a row were refused. */
  #failedProbes = 0;
  /** When the newest refusal arrived. */
  #refusedAtMs = Number.NEGATIVE_INFINITY;
  /** Send time of the newest request for which, or after which, the limiter had nothing left. */
  #exhaustedAtMs = Number.NEGATIVE_INFINITY;
  #resetAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the limiter grants requests before its reset, as a token bucket does, unlike a fixed window. Learned. */
  #refills = false;
  /** How many accepted requests in a row left `remaining: 0`. */
  #zeros = 0;
  /** The newest notice of how many requests are left for this process. */
  #newest: { readonly left: number; readonly spareFrom: number; readonly sentMs: number } | undefined;

  constructor(random: () => number, reserve = 0) {
    this.#random = random;
    this.#reserve = reserve;
  }

  /** No request is sent before this time. */
  get closedUntilMs(): number {
    return this.#closedUntilMs;
  }

  /** Until then the service is not available, as a 503 said. */
  get unavailableUntilMs(): number {
    return this.#unavailableUntilMs;
  }

  /** Whether requests wait so that the reserve stays free. */
  get forReserve(): boolean {
    return this.#forReserve;
  }

  /** Whether a response did not tell what the reserve is computed from. */
  get lacksHeaders(): boolean {
    return this.#lacksHeaders;
  }

  /** Milliseconds until the next request may be sent; 0 for now. */
  delayMs(nowMs: number, inFlight: number): number {
    if (nowMs < this.#closedUntilMs) return this.#closedUntilMs - nowMs;
    if (this.#probeDueMs !== undefined) return Math.max(0, this.#probeDueMs - nowMs);
    const spare = (this.#newest?.left ?? 0) - inFlight;
    if (this.#newest && spare > this.#newest.spareFrom) return 0;
    if (this.#pace.limited) return this.#pace.delayMs(nowMs);
    return !this.#newest || spare >= 1 || inFlight === 0 ? 0 : slowMs;
  }

  /** A request is sent now. */
  sent(nowMs: number): SentRequest {
    const isProbe = this.#probeDueMs !== undefined;
    if (isProbe) this.#probeDueMs = nowMs + slowMs;
    const isPaced = this.#pace.limited && this.#pace.delayMs(nowMs) === 0;
    this.#pace.sent(nowMs);
    return { sentMs: nowMs, kind: isProbe ? "probe" : isPaced ? "paced" : "spare" };
  }

  /** The service responded. */
  responded(request: SentRequest, status: number, headers: HttpHeaders, nowMs: number): void {
    const notice = readRateLimit(headers, nowMs);
    if (status === 429) this.#refused(request, notice, nowMs);
    else this.#accepted(request, notice, nowMs);
    this.unavailable(status, headers, nowMs);
  }

  /** Reads a 503's `Retry-After`, also of a request that this limit did not let through. */
  unavailable(status: number, headers: HttpHeaders, nowMs: number): void {
    const { retryAfterMs } = readRateLimit(headers, nowMs);
    if (status !== 503 || !retryAfterMs) return;
    this.#unavailableUntilMs = Math.max(this.#unavailableUntilMs, nowMs + this.#jittered(retryAfterMs));
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#unavailableUntilMs);
    this.#probeDueMs = 0;
    this.#forReserve = false;
  }

  /** The request ended without a response, which says nothing about the limit. */
  failed(request: SentRequest): void {
    if (request.kind === "probe" && this.#probeDueMs !== undefined) this.#probeDueMs = 0;
  }

  #accepted(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    this.#pace.accepted(request.sentMs);
    const isUsedUp = this.#isUsedUp(request, notice);
    if (isUsedUp && this.#reserve > 0) {
      this.#usedUp(request, notice, nowMs, true);
      return;
    }
    if (isUsedUp && !this.#pace.limited) this.#exhausted(request, notice, nowMs);
    if (request.kind === "probe") {
      this.#probeDueMs = undefined;
      this.#failedProbes = 0;
    }
    if (request.sentMs > this.#exhaustedAtMs && request.sentMs < this.#resetAtMs) this.#refills = true;
  }

  /** Whether only the reserve is left, as the newest notice says. */
  #isUsedUp({ sentMs }: SentRequest, { remaining, limit = 0 }: RateLimitNotice): boolean {
    this.#lacksHeaders = this.#reserve > 0 && (remaining === undefined || limit === 0);
    if (remaining === undefined || sentMs < (this.#newest?.sentMs ?? 0)) return false;
    this.#zeros = remaining > 0 ? 0 : this.#zeros + 1;
    const left = remaining - limit * this.#reserve;
    const spareFrom = limit * (1 - this.#reserve) * spareShare;
    this.#newest = this.#zeros > maxZeros ? undefined : { left, spareFrom, sentMs };
    return this.#newest !== undefined && left <= 0;
  }

  #refused(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    this.#newest = undefined;
    this.#zeros = 0;
    this.#usedUp(request, notice, nowMs, false);
  }

  #usedUp(request: SentRequest, notice: RateLimitNotice, nowMs: number, forReserve: boolean): void {
    const isProbe = request.kind === "probe";
    // Requests that were in flight when the newest refusal arrived are refused for the same reason.
    const isNews = isProbe || request.sentMs > this.#refusedAtMs;
    if (isNews) {
      this.#forReserve = forReserve;
      if (isProbe) this.#failedProbes += 1;
      if (isProbe && request.sentMs < this.#resetAtMs) this.#refills = false;
      // A probe says nothing about the rate.
      if (request.kind === "paced" || !this.#pace.limited) this.#exhausted(request, notice, nowMs);
      this.#refusedAtMs = nowMs;
      this.#probeDueMs = 0;
    }
    this.#exhaustedAtMs = Math.max(this.#exhaustedAtMs, request.sentMs);
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
    if (isNews || askedDelayMs(notice))
      this.#closedUntilMs = Math.max(this.#closedUntilMs, nowMs + this.#waitMs(notice));
  }

  #exhausted(request: SentRequest, notice: RateLimitNotice, nowMs: number): void {
    this.#pace.exhausted(request.sentMs, hintedRate(notice), notice.limit);
    this.#exhaustedAtMs = request.sentMs;
    this.#resetAtMs = nowMs + (notice.resetMs ?? 0);
  }

  #waitMs(notice: RateLimitNotice): number {
    if (this.#refills && this.#failedProbes === 0 && notice.retryAfterMs === undefined)
      return 1500 / this.#pace.rate;
    const askedMs = askedDelayMs(notice);
    if (askedMs) return this.#jittered(askedMs);
    const backoffMs = Math.min(longestWaitMs, firstBackoffMs * 2 ** this.#failedProbes);
    return backoffMs * (1 + this.#random() / 2);
  }

  /** Resets are whole seconds: without jitter, all processes of a tenant would continue in the same moment. */
  #jittered(askedMs: number): number {
    return (askedMs > farResetMs ? longestWaitMs : askedMs) + this.#random() * maxJitterMs;
  }
}

/** Requests per second that the headers suggest: the whole limit in its window, or until its reset. */
function hintedRate({ limit, windowMs, resetMs }: RateLimitNotice): number | undefined {
  if (limit && windowMs && windowMs <= farResetMs) return (limit * 1000) / windowMs;
  // Ten requests a second, one at a time, have a limit of 1 and a reset within this second: that tells no rate.
  if (!limit || limit === 1 || resetMs === undefined) return undefined;
  if (resetMs <= -1000 || resetMs > farResetMs) return undefined;
  // The reset is rounded up to a whole second. A rate too high costs one refusal, a rate too low costs time.
  return (limit * 1000) / Math.max(1000, resetMs - 1000);
}
