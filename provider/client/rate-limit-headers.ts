import type { HttpHeaders } from "./http.ts";
import { readIetfFields } from "./ietf-rate-limit.ts";

/** What a response says of the rate limit (docs/service.md, "Limits"). Missing and unreadable fields are undefined. */
export interface RateLimitNotice {
  /** The requests that the service grants in a window, or in one burst. */
  readonly limit?: number | undefined;
  /** The window that `limit` is for. */
  readonly windowMs?: number | undefined;
  /** The requests that are left of `limit`. */
  readonly remaining?: number | undefined;
  /** Time until the limit is reset, which the service rounds up to a whole second. Negative when it has passed. */
  readonly resetMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

const noNotice: RateLimitNotice = {};

/** If the clocks differ by more, the service's `Date` counts. Less may come from its whole seconds. */
const maxClockSkewMs = 5_000;

/** A header field as a string. Of a field that was sent more than once, the first value. */
export function headerText(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads `X-RateLimit-Limit`, `-Remaining` and `-Reset`, the fields of the IETF, and `Retry-After`. */
export function readRateLimit(headers: HttpHeaders, nowMs: number): RateLimitNotice {
  const text = (name: string) => headerText(headers, name);
  const ietf = readIetfFields(headers);
  const limit = wholeNumber(text("x-ratelimit-limit")) ?? ietf?.limit;
  const remaining = wholeNumber(text("x-ratelimit-remaining")) ?? ietf?.remaining;
  const reset = wholeNumber(text("x-ratelimit-reset")) ?? ietf?.reset;
  const retryAfter = text("retry-after");
  if ((limit ?? remaining ?? reset ?? retryAfter) === undefined) return noNotice;
  const serviceNowMs = serviceTime(headers, nowMs);
  return {
    limit,
    windowMs: ietf?.windowMs,
    remaining,
    resetMs: reset === undefined ? undefined : untilReset(reset, serviceNowMs),
    retryAfterMs: retryAfterMs(retryAfter, serviceNowMs),
  };
}

/** A reset from here on is a UNIX time in seconds or in milliseconds; a smaller one is a number of seconds from now. */
const firstUnixSeconds = 1e9;
const firstUnixMs = 1e11;

function untilReset(reset: number, nowMs: number): number {
  if (reset >= firstUnixMs) return reset - nowMs;
  return reset >= firstUnixSeconds ? reset * 1000 - nowMs : reset * 1000;
}

/**
 * The wait that a 429 asks for, in milliseconds, at least 0: `Retry-After`, or without it the time until the reset.
 * Undefined when neither can be read.
 */
export function rateLimitDelayMs(headers: HttpHeaders, nowMs: number): number | undefined {
  return askedDelayMs(readRateLimit(headers, nowMs));
}

/** As `rateLimitDelayMs`, for headers that were read already. */
export function askedDelayMs({ resetMs, retryAfterMs }: RateLimitNotice): number | undefined {
  return retryAfterMs ?? (resetMs === undefined ? undefined : Math.max(0, resetMs));
}

const dayMs = 24 * 3600 * 1000;

/** A wait that the service asks for, as messages say it: `30 s`, or `more than a day`. */
export function waitInWords(delayMs: number): string {
  return delayMs > dayMs ? "more than a day" : `${Math.ceil(delayMs / 1000)} s`;
}

/** When to run the same command again after a failure: `later`, and how long the service asks to wait. */
export function laterInWords(headers: HttpHeaders): string {
  const delayMs = retryAfterMs(headerText(headers, "retry-after"), serviceTime(headers, Date.now()));
  return delayMs ? `later: the service asks to wait ${waitInWords(delayMs)}` : "later";
}

/** The wait of a `Retry-After` (RFC 9110, section 10.2.3) in milliseconds, at least 0; undefined if unreadable. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const seconds = wholeNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date - nowMs);
}

function serviceTime(headers: HttpHeaders, nowMs: number): number {
  const date = httpDate(headerText(headers, "date"));
  return date !== undefined && Math.abs(date - nowMs) > maxClockSkewMs ? date : nowMs;
}

/** Ignores what follows a comma or a semicolon: a gateway may add a second value or parameters. */
function wholeNumber(value = ""): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d*)?\s*(?:[,;]|$)/.exec(value)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** An HTTP date begins with the name of the day. `Date.parse` alone would accept nearly any string. */
function httpDate(value = ""): number | undefined {
  const time = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
