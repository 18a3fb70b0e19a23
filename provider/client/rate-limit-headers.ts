import type { HttpHeaders } from "./http.ts";

/** What an answer says of the limit; a field that is missing or unreadable is left out. Interface section 7. */
export interface RateLimitNotice {
  /** Requests that the limit grants, in a window or in one burst. */
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  /** Until `X-RateLimit-Reset`, rounded up by the service to a whole second; negative when it is over. */
  readonly resetMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

const NOTHING: RateLimitNotice = {};

// A service's clock that is off by more than this is believed over ours; below, its whole seconds would only blur.
const CLOCK_SKEW_MS = 5_000;

/** A field as one text: of a field that came more than once, the first. */
export function headerText(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads `X-RateLimit-Limit`, `-Remaining`, `-Reset` (UNIX seconds) and `Retry-After` (seconds or HTTP date). */
export function readRateLimit(headers: HttpHeaders, nowMs: number): RateLimitNotice {
  const limit = headerText(headers, "x-ratelimit-limit");
  const remaining = headerText(headers, "x-ratelimit-remaining");
  const reset = headerText(headers, "x-ratelimit-reset");
  const retryAfter = headerText(headers, "retry-after");
  if ((limit ?? remaining ?? reset ?? retryAfter) === undefined) return NOTHING;
  const serviceNowMs = serviceTime(headers, nowMs);
  const resetSeconds = wholeNumber(reset);
  return {
    limit: wholeNumber(limit),
    remaining: wholeNumber(remaining),
    resetMs: resetSeconds === undefined ? undefined : resetSeconds * 1000 - serviceNowMs,
    retryAfterMs: retryAfterMs(retryAfter, serviceNowMs),
  };
}

/**
 * How long a 429 asks to wait, in milliseconds: the later of `Retry-After` and `X-RateLimit-Reset`, at least 0;
 * undefined when it says nothing that can be read.
 */
export function rateLimitDelayMs(headers: HttpHeaders, nowMs: number): number | undefined {
  return askedDelayMs(readRateLimit(headers, nowMs));
}

/** `rateLimitDelayMs` of headers that are read already. */
export function askedDelayMs({ resetMs, retryAfterMs }: RateLimitNotice): number | undefined {
  if (resetMs === undefined && retryAfterMs === undefined) return undefined;
  return Math.max(0, resetMs ?? 0, retryAfterMs ?? 0);
}

/** Milliseconds that a `Retry-After` asks for (RFC 9110, section 10.2.3), at least 0; undefined when it cannot be read. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const seconds = wholeNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = httpDate(value);
  return date === undefined ? undefined : Math.max(0, date - nowMs);
}

function serviceTime(headers: HttpHeaders, nowMs: number): number {
  const date = httpDate(headerText(headers, "date"));
  return date !== undefined && Math.abs(date - nowMs) > CLOCK_SKEW_MS ? date : nowMs;
}

// A gateway may add its own value or parameters after a comma or a semicolon.
function wholeNumber(value = ""): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d*)?\s*(?:[,;]|$)/.exec(value)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

// Date.parse takes nearly anything; a date of HTTP begins with the day's name.
function httpDate(value = ""): number | undefined {
  const time = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
