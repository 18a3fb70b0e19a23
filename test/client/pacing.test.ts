import { expect, test } from "vitest";
import { type PacedResponse, Pacer, type PacerOptions } from "../../provider/client/pacing.ts";
import { SimulatedService, TokenBucket, unlimited, VirtualClock } from "./pacing-simulation.ts";

const never = new AbortController().signal;
const startMs = 1_700_000_000_000;

function pacerAt(clock: VirtualClock, options: Partial<PacerOptions> = {}): Pacer {
  return new Pacer({ maxConcurrency: 8, clock, random: () => 0, ...options });
}

/** Responds with `responses` in turn and then with 201, each after 10 ms. `sentAtMs` has the send times. */
function scripted(clock: VirtualClock, responses: PacedResponse[]) {
  const sentAtMs: number[] = [];
  const send = () =>
    new Promise<PacedResponse>((resolve) => {
      sentAtMs.push(clock.now() - startMs);
      const response = responses[sentAtMs.length - 1] ?? { status: 201, headers: {} };
      clock.at(10, () => resolve(response));
    });
  return { send, sentAtMs };
}

async function untilGranted(pacer: Pacer, send: () => Promise<PacedResponse>): Promise<void> {
  const ticket = pacer.ticket();
  while ((await pacer.run(ticket, never, send)).status === 429);
}

const refusal = (headers: PacedResponse["headers"] = {}): PacedResponse => ({ status: 429, headers });

test("without a limit nothing waits, and every slot is used", async () => {
  const clock = new VirtualClock(startMs);
  const service = new SimulatedService(unlimited, { clock, latencyMs: () => 40, headers: "always" });
  const pacer = pacerAt(clock);
  const all = Promise.all(
    Array.from({ length: 80 }, () => pacer.run(pacer.ticket(), never, () => service.send())),
  );
  await clock.runToEnd();
  await all;
  expect(clock.sleeps).toBe(0);
  expect(service.mostInFlight).toBe(8);
  expect(clock.elapsedSeconds).toBeCloseTo(0.4, 6);
});

test("a response is returned unchanged, and an error is rethrown and frees its slot", async () => {
  const pacer = new Pacer({ maxConcurrency: 1 });
  const response = { status: 500, headers: {}, body: "as it is" };
  const broken = new Error("connection reset");
  await expect(pacer.run(pacer.ticket(), never, () => Promise.reject(broken))).rejects.toBe(broken);
  await expect(pacer.run(pacer.ticket(), never, () => Promise.resolve(response))).resolves.toBe(response);
});

test("requests are sent in the order of their tickets, not of the calls", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock, { maxConcurrency: 1 });
  const { send } = scripted(clock, []);
  const order: number[] = [];
  const tickets = Array.from({ length: 5 }, () => pacer.ticket());
  const first = pacer.run(pacer.ticket(), never, send);
  const rest = [3, 0, 4, 1, 2].map((place) => {
    const ticket = tickets[place] ?? pacer.ticket();
    return pacer.run(ticket, never, () => {
      order.push(place);
      return send();
    });
  });
  await clock.runToEnd();
  await Promise.all([first, ...rest]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

test("a repeated request goes before later ones", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock, { maxConcurrency: 1 });
  const order: string[] = [];
  const { send } = scripted(clock, [refusal()]);
  const all = ["first", "second", "third"].map((name) =>
    untilGranted(pacer, () => {
      order.push(name);
      return send();
    }),
  );
  await clock.runToEnd();
  await Promise.all(all);
  expect(order).toEqual(["first", "first", "second", "third"]);
});

test("an aborted request rejects with the signal's reason, is never sent, and frees no slot of another", async () => {
  const clock = new VirtualClock(startMs);
  const service = new SimulatedService(unlimited, { clock, latencyMs: () => 40 });
  const pacer = pacerAt(clock, { maxConcurrency: 2 });
  const stop = new AbortController();
  const reason = new Error("deadline");
  const run = (signal: AbortSignal) => pacer.run(pacer.ticket(), signal, () => service.send());
  const running = [run(never), run(never)];
  const aborted = [run(stop.signal), run(stop.signal)].map((promise) => expect(promise).rejects.toBe(reason));
  const later = [run(never), run(never), run(never)];
  stop.abort(reason);
  await clock.runToEnd();
  await Promise.all([...running, ...aborted, ...later]);
  expect(service.grantedAtSeconds).toHaveLength(5);
  expect(service.mostInFlight).toBe(2);
});

test("a request with an aborted signal rejects at once", async () => {
  const pacer = new Pacer({ maxConcurrency: 1 });
  const send = () => Promise.reject(new Error("sent"));
  await expect(pacer.run(pacer.ticket(), AbortSignal.abort("too late"), send)).rejects.toBe("too late");
});

test("the abort of the last waiting request cancels the timer", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock);
  const { send, sentAtMs } = scripted(clock, [refusal({ "retry-after": "60" })]);
  const stop = new AbortController();
  const first = pacer.run(pacer.ticket(), never, send);
  const waiting = first.then(() => pacer.run(pacer.ticket(), stop.signal, send));
  const rejected = expect(waiting).rejects.toBe("enough");
  clock.at(1000, () => stop.abort("enough"));
  await clock.runToEnd();
  await rejected;
  expect(sentAtMs).toHaveLength(1);
  expect(clock.sleeping).toBe(0);
  expect(clock.elapsedSeconds).toBe(1);
});

const secondSentAt = async (headers: PacedResponse["headers"]) => {
  const clock = new VirtualClock(startMs);
  const { send, sentAtMs } = scripted(clock, [refusal(headers)]);
  const done = untilGranted(pacerAt(clock), send);
  await clock.runToEnd();
  await done;
  return sentAtMs[1];
};
const seconds = (after: number) => String(startMs / 1000 + after);

test("after a 429 the pacer waits for Retry-After", async () =>
  expect(await secondSentAt({ "retry-after": "3" })).toBe(3010));
test("after a 429 the pacer waits until X-RateLimit-Reset", async () =>
  expect(await secondSentAt({ "x-ratelimit-reset": seconds(2) })).toBe(2000));
test("after a 429 with both headers Retry-After wins over X-RateLimit-Reset", async () => {
  expect(await secondSentAt({ "retry-after": "1", "x-ratelimit-reset": seconds(4) })).toBe(1010);
  expect(await secondSentAt({ "retry-after": "6", "x-ratelimit-reset": seconds(4) })).toBe(6010);
});
test("after a 429 with a reset in seconds from now the pacer waits for them", async () =>
  expect(await secondSentAt({ "x-ratelimit-reset": "4" })).toBe(4010));
test("after a 429 with a reset in milliseconds the pacer waits until then", async () =>
  expect(await secondSentAt({ "x-ratelimit-reset": String(startMs + 4000) })).toBe(4000));
test("after a 429 with the IETF's fields the pacer waits as long as they say", async () =>
  expect(await secondSentAt({ ratelimit: '"default";r=0;t=4' })).toBe(4010));
test("after a 429 without headers the pacer waits half a second", async () =>
  expect(await secondSentAt({})).toBe(510));
test("after a 429 with a reset in the past the pacer waits half a second", async () =>
  expect(await secondSentAt({ "x-ratelimit-reset": seconds(-9) })).toBe(510));
test("after a 429 with a reset an hour ahead the pacer sends a probe after half a minute", async () =>
  expect(await secondSentAt({ "x-ratelimit-reset": seconds(3600) })).toBe(30_010));

test("the wait without headers doubles with each refused probe", async () => {
  const clock = new VirtualClock(startMs);
  const { send, sentAtMs } = scripted(clock, [refusal(), refusal(), refusal(), refusal()]);
  const done = untilGranted(pacerAt(clock), send);
  await clock.runToEnd();
  await done;
  expect(sentAtMs).toEqual([0, 510, 1520, 3530, 7540]);
});

test("a 429 holds all requests back, and one probe is sent first afterwards", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock);
  const { send, sentAtMs } = scripted(
    clock,
    Array.from({ length: 8 }, () => refusal({ "retry-after": "2" })),
  );
  const all = Promise.all(Array.from({ length: 20 }, () => untilGranted(pacer, send)));
  await clock.runToEnd();
  await all;
  expect(sentAtMs.slice(0, 8)).toEqual(Array(8).fill(0));
  expect(sentAtMs[8]).toBe(2010);
  expect(sentAtMs[9]).toBeGreaterThanOrEqual(2020);
  expect(sentAtMs).toHaveLength(28);
});

test("a late 429 to a request sent before the first 429 does not extend the wait", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock);
  const late = () => new Promise<PacedResponse>((resolve) => clock.at(300, () => resolve(refusal())));
  const { send, sentAtMs } = scripted(clock, [refusal()]);
  const all = [untilGranted(pacer, send), pacer.run(pacer.ticket(), never, late)];
  await clock.runToEnd();
  await Promise.all(all);
  expect(sentAtMs).toEqual([0, 510]);
});

test("a probe without a response is repeated after 5 seconds", async () => {
  const clock = new VirtualClock(startMs);
  const pacer = pacerAt(clock);
  const { send, sentAtMs } = scripted(clock, [refusal({ "retry-after": "1" })]);
  await Promise.all([pacer.run(pacer.ticket(), never, send), clock.runToEnd()]);
  const slow = pacer.run(
    pacer.ticket(),
    never,
    () =>
      new Promise<PacedResponse>((resolve) => clock.at(20_000, () => resolve({ status: 200, headers: {} }))),
  );
  const next = pacer.run(pacer.ticket(), never, send);
  await clock.runToEnd();
  await Promise.all([slow, next]);
  expect(sentAtMs).toEqual([0, 6010]);
});

test("a wait of more than 5 seconds is reported once", async () => {
  const clock = new VirtualClock(startMs);
  const waits: [number, string][] = [];
  const pacer = pacerAt(clock, { onWait: (wait, why) => waits.push([wait, why]) });
  const { send } = scripted(clock, [
    ...Array(8).fill(refusal({ "retry-after": "20" })),
    refusal({ "retry-after": "5" }),
  ]);
  const all = Promise.all(Array.from({ length: 20 }, () => untilGranted(pacer, send)));
  await clock.runToEnd();
  await all;
  expect(waits).toEqual([[20, "rate limit"]]);
});

test("a thousand waiting requests share one timer, which fires about once per request", async () => {
  const clock = new VirtualClock(startMs);
  const service = new SimulatedService(new TokenBucket(20, 20), {
    clock,
    latencyMs: () => 40,
    reset: "next",
  });
  const pacer = pacerAt(clock);
  const all = Promise.all(Array.from({ length: 1000 }, () => untilGranted(pacer, () => service.send())));
  await clock.runToEnd();
  await all;
  expect(clock.mostSleeping).toBe(1);
  expect(clock.sleeps).toBeLessThanOrEqual(2 * (1000 + service.refusals));
  expect(clock.elapsedSeconds).toBeLessThanOrEqual(1.25 * 49);
});

test("the system clock delays requests after a 429, and lets them go later", async () => {
  const pacer = new Pacer({ maxConcurrency: 2 });
  let calls = 0;
  const send = async () => (calls++ === 0 ? refusal() : { status: 201, headers: {} });
  await untilGranted(pacer, send);
  expect(calls).toBe(2);
});
