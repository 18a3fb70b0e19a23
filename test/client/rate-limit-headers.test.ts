import fc from "fast-check";
import { expect, test } from "vitest";
import { rateLimitDelayMs, readRateLimit } from "../../provider/client/rate-limit-headers.ts";

const nowMs = 1_700_000_000_250;

test.each([
  ["nothing", {}, undefined],
  ["seconds", { "retry-after": "7" }, 7000],
  ["an HTTP date", { "retry-after": "Tue, 14 Nov 2023 22:13:30 GMT" }, 9750],
  ["an HTTP date in the past", { "retry-after": "Tue, 14 Nov 2023 22:00:00 GMT" }, 0],
  ["a reset", { "x-ratelimit-reset": "1700000002" }, 1750],
  ["a reset in the past", { "x-ratelimit-reset": "1600000000" }, 0],
  ["a reset in seconds from now", { "x-ratelimit-reset": "30" }, 30_000],
  ["a reset in milliseconds", { "x-ratelimit-reset": "1700000002000" }, 1750],
  ["the IETF's field", { ratelimit: '"default";r=0;t=30' }, 30_000],
  ["both, a sooner Retry-After", { "retry-after": "1", "x-ratelimit-reset": "1700000005" }, 1000],
  ["both, a later Retry-After", { "retry-after": "30", "x-ratelimit-reset": "1700000005" }, 30_000],
  ["a repeated field", { "retry-after": ["2", "50"] }, 2000],
  ["a value with parameters", { "x-ratelimit-reset": "1700000001, 5;w=1" }, 750],
  ["words", { "retry-after": "soon", "x-ratelimit-reset": "" }, undefined],
  ["a negative number", { "retry-after": "-5" }, undefined],
  ["a limit alone", { "x-ratelimit-limit": "20" }, undefined],
])("the delay that %s asks for", (_name, headers, delayMs) => {
  expect(rateLimitDelayMs(headers, nowMs)).toBe(delayMs);
});

test("the reset of a service whose clock is an hour ahead counts by that clock", () => {
  const headers = { date: "Tue, 14 Nov 2023 23:13:20 GMT", "x-ratelimit-reset": "1700003603" };
  expect(rateLimitDelayMs(headers, nowMs)).toBe(3000);
});

test("limit and remaining are read, also as zero", () => {
  const headers = { "x-ratelimit-limit": "20", "x-ratelimit-remaining": "0" };
  expect(readRateLimit(headers, nowMs)).toMatchObject({ limit: 20, remaining: 0 });
});

test.each([
  [
    { ratelimit: '"default";r=50;t=30', "ratelimit-policy": '"default";q=100;w=60' },
    { limit: 100, windowMs: 60_000, remaining: 50, resetMs: 30_000 },
  ],
  [
    {
      ratelimit: '"day";r=4000;t=9000, "burst, short";r=3;t=1',
      "ratelimit-policy": '"burst, short";q=20;w=1, "day";q=5000;w=86400',
    },
    { limit: 20, windowMs: 1000, remaining: 3, resetMs: 1000 },
  ],
  [
    { ratelimit: "limit=100, remaining=50, reset=30", "ratelimit-policy": "100;w=60" },
    { limit: 100, remaining: 50, resetMs: 30_000 },
  ],
  [
    { "ratelimit-limit": "100, 100;w=60", "ratelimit-remaining": "0", "ratelimit-reset": "30" },
    { limit: 100, remaining: 0, resetMs: 30_000 },
  ],
  [{ "ratelimit-policy": "10;w=1" }, { limit: 10, windowMs: 1000 }],
  [
    { "x-ratelimit-remaining": "7", ratelimit: '"default";r=50;t=30' },
    { remaining: 7, resetMs: 30_000 },
  ],
  [{ ratelimit: 'nonsense;;=,"' }, {}],
])("the IETF's fields %o are read, the tightest limit first", (headers, notice) => {
  expect(readRateLimit(headers, nowMs)).toMatchObject(notice);
});

test("the delay is a finite number of at least 0 or undefined for all headers", () => {
  const value = fc.option(fc.oneof(fc.string(), fc.array(fc.string()), fc.integer().map(String)), {
    nil: undefined,
  });
  const headers = fc.record({
    "retry-after": value,
    "x-ratelimit-reset": value,
    ratelimit: value,
    "ratelimit-policy": value,
    date: value,
  });
  fc.assert(
    fc.property(headers, (fields) => {
      const delayMs = rateLimitDelayMs(fields, nowMs);
      expect(delayMs === undefined || (Number.isFinite(delayMs) && delayMs >= 0)).toBe(true);
    }),
  );
});
