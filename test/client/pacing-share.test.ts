// The user's own share of the limit: a cap, a reserve for others, and the line that sums up the waits.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type PacedResponse, Pacer, type PacerOptions } from "../../provider/client/pacing.ts";
import { RequestCap } from "../../provider/client/request-cap.ts";
import { WaitTally } from "../../provider/client/wait-tally.ts";
import { simulate } from "./pacing-run.ts";
import { FixedWindow, SimulatedService, TokenBucket, unlimited, VirtualClock } from "./pacing-simulation.ts";

const never = new AbortController().signal;
const startMs = 1_700_000_000_000;

function pacerAt(clock: VirtualClock, options: Partial<PacerOptions> = {}): Pacer {
  return new Pacer({ maxConcurrency: 8, clock, random: () => 0, ...options });
}

/** Sends `count` requests at once; each starts when `connectMs` after its turn and ends `latencyMs` later. */
function cappedRun(clock: VirtualClock, cap: RequestCap, connectMs: () => number) {
  const startedAtMs: number[] = [];
  const pacers = [pacerAt(clock, { cap }), pacerAt(clock, { cap })] as const;
  const send = (started: () => void) =>
    new Promise<PacedResponse>((resolve) => {
      clock.at(connectMs(), () => {
        started();
        startedAtMs.push(clock.now() - startMs);
        clock.at(40, () => resolve({ status: 200, headers: {} }));
      });
    });
  const api = () => pacers[0].run(pacers[0].ticket(), never, send);
  const token = () => pacers[1].runBeside(never, send);
  return { startedAtMs, api, token };
}

test("in any second at most maxRequestsPerSecond start, token requests and slow connections included", async () => {
  const anyRun = fc.record({
    perSecond: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.double({ min: 0.3, max: 30, noNaN: true })),
    slowestMs: fc.integer({ min: 0, max: 1500 }),
    requests: fc.integer({ min: 1, max: 60 }),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ perSecond, slowestMs, requests, seed }) => {
      const clock = new VirtualClock(startMs);
      let turn = seed;
      const connectMs = () => (turn++ * 7919) % (slowestMs + 1);
      const { startedAtMs, api, token } = cappedRun(clock, new RequestCap(perSecond), connectMs);
      const all = Promise.all(Array.from({ length: requests }, (_, index) => (index % 5 ? api() : token())));
      await clock.runToEnd();
      await all;
      expect(startedAtMs).toHaveLength(requests);
      const size = Math.ceil(perSecond);
      for (const [index, atMs] of startedAtMs.entries()) {
        const later = startedAtMs[index + size];
        if (later !== undefined) expect(later - atMs).toBeGreaterThanOrEqual((size * 1000) / perSecond);
      }
    }),
    { numRuns: 60 },
  );
});

test("a cap costs hardly more time than it says, and its first second's worth goes at once", async () => {
  const clock = new VirtualClock(startMs);
  const { startedAtMs, api } = cappedRun(clock, new RequestCap(5), () => 0);
  const all = Promise.all(Array.from({ length: 50 }, api));
  await clock.runToEnd();
  await all;
  expect(startedAtMs.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(clock.elapsedSeconds).toBeLessThan(9 * 1.03);
});

test("a request that fails before it starts does not count for the cap", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock, { cap: new RequestCap(1) });
  const broken = new Error("no connection");
  for (const _ of [1, 2, 3])
    await expect(pacer.run(pacer.ticket(), never, () => Promise.reject(broken))).rejects.toBe(broken);
  expect(clock.sleeps).toBe(0);
});

/** One process with a reserve, beside a client that asks 12 times a second and repeats nothing. */
async function besideAnother(reserve: number, limiter = () => new TokenBucket(20, 20)) {
  const events: string[] = [];
  let othersRefused = 0;
  const run = await simulate({
    limiter,
    requests: 110,
    seed: 7,
    headers: "always",
    reset: "next",
    during: (clock, service) => {
      const ask = (left: number) => {
        if (!service.limiter.rule(clock.now()).granted) othersRefused += 1;
        if (left > 0) clock.at(1000 / 12, () => ask(left - 1));
      };
      clock.at(0, () => ask(12 * 8));
    },
    newPacer: (clock, random) =>
      pacerAt(clock, { random, reserve, onReserve: (event) => events.push(event), maxConcurrency: 16 }),
  });
  return { ...run, events, othersRefused };
}

test("beside a run of 110 with a reserve of 50 at 20 a second, a client that asks 12 times a second is refused at most twice", async () => {
  const without = await besideAnother(0);
  const withReserve = await besideAnother(0.5);
  expect(without.othersRefused).toBeGreaterThan(2);
  expect(withReserve.othersRefused).toBeLessThanOrEqual(2);
  expect(withReserve.refusals).toBe(0);
  expect(withReserve.service.grantedAtSeconds).toHaveLength(110);
});

test("a reserve keeps its part of a fixed window free", async () => {
  let granted = 0;
  let least = 50;
  class Watched extends FixedWindow {
    override rule(nowMs: number) {
      const ruling = super.rule(nowMs);
      granted += 1;
      least = Math.min(least, ruling.remaining);
      return ruling;
    }
  }
  const run = await simulate({
    limiter: () => new Watched(50, 10_000),
    requests: 110,
    seed: 7,
    headers: "always",
    newPacer: (clock, random) => pacerAt(clock, { random, reserve: 0.5 }),
  });
  expect([run.refusals, granted]).toEqual([0, 110]);
  // The requests that were in flight when the reserve was reached.
  expect(least).toBeGreaterThanOrEqual(25 - 1);
});

test("a reserve that delays requests is told once", async () => {
  expect((await besideAnother(0.5)).events).toEqual(["delays"]);
  expect((await besideAnother(0)).events).toEqual([]);
});

test("a reserve at a service without headers delays nothing, and this is told once", async () => {
  const events: string[] = [];
  const run = await simulate({
    limiter: () => unlimited,
    requests: 80,
    seed: 7,
    headers: "never",
    newPacer: (clock, random) =>
      pacerAt(clock, { random, reserve: 0.5, onReserve: (event) => events.push(event) }),
  });
  expect(events).toEqual(["no headers"]);
  expect(run.clock.sleeps).toBe(0);
});

test.each([0, 0.5])("remaining: 0 without a 429 slows nothing down for good, reserve %d", async (reserve) => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock, { reserve });
  const headers = {
    "x-ratelimit-limit": "100",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(startMs / 1000),
  };
  const answer = () =>
    new Promise<PacedResponse>((resolve) => clock.at(10, () => resolve({ status: 200, headers })));
  const sendAll = async (count: number) => {
    const all = Promise.all(Array.from({ length: count }, () => pacer.run(pacer.ticket(), never, answer)));
    await clock.runToEnd();
    await all;
  };
  await sendAll(3000);
  const before = clock.elapsedSeconds;
  await sendAll(3000);
  expect(clock.elapsedSeconds - before).toBeCloseTo((3000 / 8) * 0.01, 1);
});

test("a run that waited longer than 10 seconds is summed up in one line, with its reasons", async () => {
  const clock = new VirtualClock(startMs);
  const tally = new WaitTally();
  const service = new SimulatedService(new TokenBucket(2, 2), { clock, latencyMs: () => 40 });
  const pacer = pacerAt(clock, { tally });
  const sendAll = async (count: number) => {
    const until = async () => {
      const ticket = pacer.ticket();
      while ((await pacer.run(ticket, never, () => service.send())).status === 429);
    };
    const all = Promise.all(Array.from({ length: count }, until));
    await clock.runToEnd();
    await all;
  };
  await sendAll(10);
  expect(tally.summary()).toBeUndefined();
  await sendAll(40);
  const sent = 50 + service.refusals;
  expect(tally.summary()).toMatch(
    new RegExp(
      `^Rate limit: ${sent} requests were sent, ${service.refusals} of them met a 429\\. They waited \\d\\d s: \\d\\d s for the service's limit\\.$`,
    ),
  );
});

test("the summary names the setting that made requests wait", async () => {
  const clock = new VirtualClock(startMs);
  const tally = new WaitTally();
  const pacer = pacerAt(clock, { tally, cap: new RequestCap(1) });
  const send = async (started: () => void) => {
    started();
    return { status: 200, headers: {} };
  };
  const all = Promise.all(Array.from({ length: 30 }, () => pacer.run(pacer.ticket(), never, send)));
  await clock.runToEnd();
  await all;
  expect(tally.summary()).toMatch(
    /^Rate limit: 30 requests were sent, 0 of .* 30 s for idm:maxRequestsPerSecond \(IDM_MAX_REQUESTS_PER_SECOND\)\.$/,
  );
});

test("a 503's Retry-After holds all requests to that origin, and one is sent first afterwards", async () => {
  const clock = new VirtualClock(startMs);
  const waits: [number, string][] = [];
  const pacer = pacerAt(clock, { onWait: (seconds, why) => waits.push([seconds, why]) });
  const sentAtMs: number[] = [];
  const send = () =>
    new Promise<PacedResponse>((resolve) => {
      sentAtMs.push(clock.now() - startMs);
      const status = sentAtMs.length === 1 ? 503 : 200;
      clock.at(10, () => resolve({ status, headers: { "retry-after": "20" } }));
    });
  await Promise.all([pacer.run(pacer.ticket(), never, send), clock.runToEnd()]);
  const later = [1, 2, 3].map(() => pacer.run(pacer.ticket(), never, send));
  const token = pacer.runBeside(never, send);
  await clock.runToEnd();
  await Promise.all([...later, token]);
  expect(sentAtMs).toEqual([0, 20_010, 20_010, 20_020, 20_020]);
  expect(waits).toEqual([[20, "unavailable"]]);
});

test("a token request's 503 holds the requests to the same origin", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock);
  await pacer.runBeside(never, async () => ({ status: 503, headers: { "retry-after": "3" } }));
  const send = async () => ({ status: 200, headers: {} });
  await Promise.all([pacer.run(pacer.ticket(), never, send), clock.runToEnd()]);
  expect(clock.elapsedSeconds).toBe(3);
});
