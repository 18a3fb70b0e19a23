import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultLatencyMs, engineConcurrency, median, simulate, simulateAll } from "./pacing-run.ts";
import {
  FixedWindow,
  type SimulatedService,
  TokenBucket,
  unlimited,
  type VirtualClock,
} from "./pacing-simulation.ts";

// The time without a limit: 8 requests at a time.
const floorSeconds = (requests: number) =>
  (Math.ceil(requests / engineConcurrency) * defaultLatencyMs) / 1000;
const fast = () => new TokenBucket(20, 20);
const slow = () => new TokenBucket(2, 2);
const headerForms = [
  { headers: "refusals", reset: "next" },
  { headers: "refusals", reset: "full" },
  { headers: "always", reset: "next" },
  { headers: "always", reset: "full" },
] as const;

describe("one process under a token bucket", () => {
  for (const form of headerForms) {
    const name = `headers on ${form.headers}, reset at the ${form.reset} token`;
    test(`110 at 20 a second take 1.25 times the physical limit and 8 refusals at most, ${name}`, async () => {
      for (const { seconds, refusals } of await simulateAll({ ...form, limiter: fast, requests: 110 })) {
        expect(seconds).toBeLessThanOrEqual(1.25 * (floorSeconds(110) + 4.5));
        expect(refusals).toBeLessThanOrEqual(8);
      }
    });

    test(`30 at 2 a second take 1.25 times the physical limit and 8 refusals at most, ${name}`, async () => {
      for (const { seconds, refusals } of await simulateAll({ ...form, limiter: slow, requests: 30 })) {
        expect(seconds).toBeLessThanOrEqual(1.25 * 14);
        expect(refusals).toBeLessThanOrEqual(8);
      }
    });
  }

  test("110 at 20 a second take at most 1.3 times the physical limit without headers", async () => {
    for (const { seconds, refusals } of await simulateAll({
      headers: "never",
      limiter: fast,
      requests: 110,
    })) {
      expect(seconds).toBeLessThanOrEqual(1.3 * (floorSeconds(110) + 4.5));
      expect(refusals).toBeLessThanOrEqual(8);
    }
  });

  test("a reset in the past does not lead to more requests", async () => {
    for (const { seconds, refusals } of await simulateAll({ reset: "past", limiter: fast, requests: 110 })) {
      expect(seconds).toBeLessThanOrEqual(1.3 * (floorSeconds(110) + 4.5));
      expect(refusals).toBeLessThanOrEqual(10);
    }
  });

  test("a reset an hour ahead is probed after half a minute", async () => {
    for (const { seconds } of await simulateAll({ reset: "far", limiter: fast, requests: 110 }))
      expect(seconds).toBeLessThanOrEqual(45);
  });

  test("a lifted limit is detected within seconds", async () => {
    const during = (clock: VirtualClock, service: SimulatedService) =>
      void clock.at(20_000, () => {
        service.limiter = unlimited;
      });
    // At 2 a second, the remaining 158 would take 79 more seconds.
    for (const form of headerForms)
      for (const { seconds } of await simulateAll({ ...form, limiter: slow, requests: 200, during }))
        expect(seconds).toBeLessThanOrEqual(20 + 16);
  });
});

describe("one process under a fixed window", () => {
  const limiter = () => new FixedWindow(50, 10_000);
  // The fifth window opens after 40 seconds, or sooner when the first one had begun before.
  const enough = 1.1 * 40 + floorSeconds(210);

  test("210 at 50 in 10 seconds lose almost no time, with at most two refusals a window, with headers on all responses", async () => {
    for (const { seconds, refusals } of await simulateAll({ headers: "always", limiter, requests: 210 })) {
      expect(seconds).toBeLessThanOrEqual(enough);
      expect(refusals).toBeLessThanOrEqual(2 * 5);
    }
  });

  test("210 at 50 in 10 seconds lose almost no time with headers on refusals only", async () => {
    for (const { seconds, refusals } of await simulateAll({ headers: "refusals", limiter, requests: 210 })) {
      expect(seconds).toBeLessThanOrEqual(enough);
      expect(refusals).toBeLessThanOrEqual(engineConcurrency + 4);
    }
  });
});

describe("two processes under one token bucket", () => {
  const cases = [
    {
      name: "2 times 110 at 20 a second",
      limiter: fast,
      requests: 110,
      limitSeconds: (220 - 20) / 20 + floorSeconds(110),
    },
    { name: "2 times 110 at 2 a second", limiter: slow, requests: 110, limitSeconds: (220 - 2) / 2 },
  ];
  for (const { name, limiter, requests, limitSeconds } of cases)
    for (const form of headerForms)
      test(`${name} mostly stay within 1.5 times the physical limit, headers on ${form.headers}, reset ${form.reset}`, async () => {
        const seconds = (await simulateAll({ ...form, limiter, requests, processes: 2 })).map(
          (run) => run.seconds,
        );
        expect(median(seconds)).toBeLessThanOrEqual(1.5 * limitSeconds);
        expect(Math.max(...seconds)).toBeLessThanOrEqual(1.8 * limitSeconds);
      });
});

describe("any limiter", () => {
  const anyLimiter = fc.oneof(
    fc
      .record({ perSecond: fc.integer({ min: 1, max: 200 }), burst: fc.integer({ min: 1, max: 100 }) })
      .map((bucket) => () => new TokenBucket(bucket.perSecond, bucket.burst)),
    fc
      .record({ grants: fc.integer({ min: 5, max: 100 }), windowMs: fc.integer({ min: 500, max: 20_000 }) })
      .map((window) => () => new FixedWindow(window.grants, window.windowMs)),
    fc.constant(() => unlimited),
  );
  const anyScenario = fc.record({
    limiter: anyLimiter,
    requests: fc.integer({ min: 1, max: 80 }),
    processes: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(),
    headers: fc.constantFrom("always", "refusals", "never" as const),
    reset: fc.constantFrom("next", "full", "past", "far" as const),
    slowestMs: fc.integer({ min: 1, max: 2_000 }),
  });

  test("every request is accepted, with one timer per process and no more requests in flight than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async ({ slowestMs, ...scenario }) => {
        const run = await simulate({ ...scenario, latencyMs: (random) => 1 + random() * slowestMs });
        expect(run.service.grantedAtSeconds).toHaveLength(scenario.requests * scenario.processes);
        expect(run.clock.mostSleeping).toBeLessThanOrEqual(scenario.processes);
        expect(run.service.mostInFlight).toBeLessThanOrEqual(engineConcurrency * scenario.processes);
      }),
      { numRuns: 150 },
    );
  });
});
