import fc from "fast-check";
import { expect, test } from "vitest";
import { decide, maxAttempts, type Outcome, type Situation } from "../../provider/client/retry.ts";

const nowMs = Date.UTC(2026, 0, 1);
const base: Omit<Situation, "outcome"> = {
  repetitions: 0,
  repeatable: true,
  paced: true,
  mayRepeat: true,
  remainingMs: 60_000,
  nowMs,
  random: 0,
};

const responded = (status: number, headers: Record<string, string> = {}): Outcome => ({
  kind: "response",
  status,
  headers,
});
const failed = (sent: boolean, permanent = false): Outcome => ({ kind: "failure", sent, permanent });
const decisionOn = (outcome: Outcome, rest: Partial<Situation> = {}) => decide({ ...base, ...rest, outcome });
const epoch = (afterMs: number) => String((nowMs + afterMs) / 1000);

test.each([200, 201, 202, 204, 299])("%i is accepted", (status) => {
  expect(decisionOn(responded(status), { repeatable: false })).toEqual({ kind: "accept" });
});

test("303 is refused, or its outcome is unknown where a repetition could act twice", () => {
  expect(decisionOn(responded(303))).toEqual({ kind: "refuse" });
  expect(decisionOn(responded(303), { repeatable: false })).toEqual({ kind: "unknown" });
});

test.each([301, 302, 307, 308, 304, 400, 401, 403, 404, 405, 409, 410, 422, 501])(
  "%i is refused",
  (status) => {
    expect(decisionOn(responded(status))).toEqual({ kind: "refuse" });
  },
);

test.each([408, 500, 502, 503, 504, 599])(
  "%i is repeated, or its outcome is unknown where a repetition could act twice",
  (status) => {
    expect(decisionOn(responded(status))).toEqual({ kind: "repeat", delayMs: 500 });
    expect(decisionOn(responded(status), { repeatable: false })).toEqual({ kind: "unknown" });
  },
);

test("waits double, and jitter reduces them by at most half", () => {
  const delays = [0, 1, 2, 3, 4].map((repetitions) => decisionOn(failed(true), { repetitions }));
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000].map((delayMs) => ({ kind: "repeat", delayMs })));
  expect(decisionOn(failed(true), { random: 1 })).toEqual({ kind: "repeat", delayMs: 250 });
});

test("the number of attempts is limited, and lower for unusable responses", () => {
  expect(decisionOn(failed(false), { repetitions: maxAttempts - 1 })).toEqual({ kind: "fail" });
  expect(decisionOn({ kind: "unusable" }, { repetitions: 1 })).toMatchObject({ kind: "repeat" });
  expect(decisionOn({ kind: "unusable" }, { repetitions: 2 })).toEqual({ kind: "fail" });
});

test("a permanent failure is not repeated", () => {
  expect(decisionOn(failed(false, true))).toEqual({ kind: "fail" });
  expect(decisionOn(failed(true, true), { repeatable: false })).toEqual({ kind: "unknown" });
});

test("retry-after of a 503 is honoured, in seconds and as a date", () => {
  expect(decisionOn(responded(503, { "retry-after": "7" }))).toEqual({ kind: "repeat", delayMs: 7000 });
  const date = new Date(nowMs + 9000).toUTCString();
  expect(decisionOn(responded(503, { "retry-after": date }))).toEqual({ kind: "repeat", delayMs: 9000 });
  expect(decisionOn(responded(503, { "retry-after": "0" }))).toEqual({ kind: "repeat", delayMs: 500 });
  expect(decisionOn(responded(503, { "retry-after": "60" }))).toEqual({ kind: "fail" });
});

test("a 429 puts a paced request back into the queue, also one that is not repeatable", () => {
  const limits: Record<string, string>[] = [
    {},
    { "retry-after": "59" },
    { "x-ratelimit-reset": epoch(59_000) },
  ];
  for (const headers of limits)
    expect(decisionOn(responded(429, headers), { repeatable: false })).toEqual({ kind: "queue" });
});

test("a limit that lasts beyond the deadline ends the request at once", () => {
  const limits: Record<string, string>[] = [{ "retry-after": "60" }, { "x-ratelimit-reset": epoch(60_000) }];
  for (const headers of limits) expect(decisionOn(responded(429, headers))).toEqual({ kind: "refuse" });
});

test("an unpaced request waits as long as the 429 asks", () => {
  const unpaced = { paced: false };
  expect(decisionOn(responded(429, { "retry-after": "3" }), unpaced)).toEqual({
    kind: "repeat",
    delayMs: 3000,
  });
  expect(decisionOn(responded(429, { "x-ratelimit-reset": epoch(-5000) }), unpaced)).toEqual({
    kind: "repeat",
    delayMs: 500,
  });
});

const situations = fc.record({
  outcome: fc.oneof(
    fc.record({
      kind: fc.constant("response" as const),
      status: fc.integer({ min: 200, max: 599 }),
      headers: fc.record({ "retry-after": fc.string() }, { requiredKeys: [] }),
    }),
    fc.constant({ kind: "unusable" as const }),
    fc.record({ kind: fc.constant("failure" as const), sent: fc.boolean(), permanent: fc.boolean() }),
  ),
  repetitions: fc.nat(10),
  repeatable: fc.boolean(),
  paced: fc.boolean(),
  mayRepeat: fc.boolean(),
  remainingMs: fc.nat(100_000),
  nowMs: fc.constant(nowMs),
  random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
});

test("only harmless repetitions are made, and no wait outlasts the deadline", () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { kind, ...rest } = decide(situation);
      const { outcome } = situation;
      const notDone =
        outcome.kind === "failure"
          ? !outcome.sent
          : outcome.kind === "response" && [401, 429].includes(outcome.status);
      if (["repeat", "queue"].includes(kind)) expect(situation.repeatable || notDone).toBe(true);
      if ("delayMs" in rest) {
        expect(rest.delayMs).toBeGreaterThan(0);
        expect(rest.delayMs).toBeLessThan(situation.remainingMs);
      }
    }),
  );
});
