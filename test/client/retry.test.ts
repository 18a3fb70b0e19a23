import fc from "fast-check";
import { expect, test } from "vitest";
import { decide, maxAttempts, type Outcome, type Situation } from "../../provider/client/retry.ts";

const nowMs = Date.UTC(2026, 0, 1);
const base: Omit<Situation, "outcome"> = {
  repetitions: 0,
  repeatable: true,
  tokenIsFinal: false,
  gated: true,
  remainingMs: 60_000,
  nowMs,
  random: 0,
};

const answered = (status: number, headers: Record<string, string> = {}): Outcome => ({
  kind: "answer",
  status,
  headers,
});
const failed = (sent: boolean, permanent = false): Outcome => ({ kind: "failure", sent, permanent });
const verdict = (outcome: Outcome, rest: Partial<Situation> = {}) => decide({ ...base, ...rest, outcome });
const epoch = (afterMs: number) => String((nowMs + afterMs) / 1000);

test.each([200, 201, 202, 204, 299])("%i is accepted", (status) => {
  expect(verdict(answered(status), { repeatable: false })).toEqual({ kind: "accept" });
});

test.each([301, 302, 307, 308, 304, 400, 403, 404, 405, 409, 410, 422, 501])("%i is refused", (status) => {
  expect(verdict(answered(status))).toEqual({ kind: "refuse" });
});

test("401 asks for a new token once", () => {
  expect(verdict(answered(401), { repeatable: false })).toEqual({ kind: "renew" });
  expect(verdict(answered(401), { tokenIsFinal: true })).toEqual({ kind: "refuse" });
});

test.each([408, 500, 502, 503, 504, 599])("%i is repeated, or unknown where that could double", (status) => {
  expect(verdict(answered(status))).toEqual({ kind: "repeat", delayMs: 500 });
  expect(verdict(answered(status), { repeatable: false })).toEqual({ kind: "unknown" });
});

test("waits double, and jitter halves them at most", () => {
  const delays = [0, 1, 2, 3, 4].map((repetitions) => verdict(failed(true), { repetitions }));
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000].map((delayMs) => ({ kind: "repeat", delayMs })));
  expect(verdict(failed(true), { random: 1 })).toEqual({ kind: "repeat", delayMs: 250 });
});

test("attempts end, at an unusable answer earlier", () => {
  expect(verdict(failed(false), { repetitions: maxAttempts - 1 })).toEqual({ kind: "fail" });
  expect(verdict({ kind: "unusable" }, { repetitions: 1 })).toMatchObject({ kind: "repeat" });
  expect(verdict({ kind: "unusable" }, { repetitions: 2 })).toEqual({ kind: "fail" });
});

test("what cannot be mended is not repeated", () => {
  expect(verdict(failed(false, true))).toEqual({ kind: "fail" });
  expect(verdict(failed(true, true), { repeatable: false })).toEqual({ kind: "unknown" });
});

test("retry-after of a 503 is honoured, in seconds and as a date", () => {
  expect(verdict(answered(503, { "retry-after": "7" }))).toEqual({ kind: "repeat", delayMs: 7000 });
  const date = new Date(nowMs + 9000).toUTCString();
  expect(verdict(answered(503, { "retry-after": date }))).toEqual({ kind: "repeat", delayMs: 9000 });
  expect(verdict(answered(503, { "retry-after": "0" }))).toEqual({ kind: "repeat", delayMs: 500 });
  expect(verdict(answered(503, { "retry-after": "60" }))).toEqual({ kind: "fail" });
});

test("after a 429 the gate says when, for a request that may not be repeated too", () => {
  const limits: Record<string, string>[] = [
    {},
    { "retry-after": "59" },
    { "x-ratelimit-reset": epoch(59_000) },
  ];
  for (const headers of limits)
    expect(verdict(answered(429, headers), { repeatable: false })).toEqual({ kind: "queue" });
});

test("a limit that lasts beyond the deadline is refused at once", () => {
  const limits: Record<string, string>[] = [{ "retry-after": "60" }, { "x-ratelimit-reset": epoch(60_000) }];
  for (const headers of limits) expect(verdict(answered(429, headers))).toEqual({ kind: "refuse" });
});

test("without a gate a 429 waits as long as it asks", () => {
  const ungated = { gated: false };
  expect(verdict(answered(429, { "retry-after": "3" }), ungated)).toEqual({ kind: "repeat", delayMs: 3000 });
  expect(verdict(answered(429, { "x-ratelimit-reset": epoch(-5000) }), ungated)).toEqual({
    kind: "repeat",
    delayMs: 500,
  });
});

const situations = fc.record({
  outcome: fc.oneof(
    fc.record({
      kind: fc.constant("answer" as const),
      status: fc.integer({ min: 200, max: 599 }),
      headers: fc.record({ "retry-after": fc.string() }, { requiredKeys: [] }),
    }),
    fc.constant({ kind: "unusable" as const }),
    fc.record({ kind: fc.constant("failure" as const), sent: fc.boolean(), permanent: fc.boolean() }),
  ),
  repetitions: fc.nat(10),
  repeatable: fc.boolean(),
  tokenIsFinal: fc.boolean(),
  gated: fc.boolean(),
  remainingMs: fc.nat(100_000),
  nowMs: fc.constant(nowMs),
  random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});

test("what may have been done is never repeated unless that is harmless, and no wait outlasts the deadline", () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { kind, ...rest } = decide(situation);
      const { outcome } = situation;
      const notDone =
        outcome.kind === "failure"
          ? !outcome.sent
          : outcome.kind === "answer" && [401, 429].includes(outcome.status);
      if (["repeat", "queue", "renew"].includes(kind)) expect(situation.repeatable || notDone).toBe(true);
      if ("delayMs" in rest) {
        expect(rest.delayMs).toBeGreaterThan(0);
        expect(rest.delayMs).toBeLessThan(situation.remainingMs);
      }
    }),
  );
});
