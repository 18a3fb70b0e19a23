import { describe, expect, it } from "vitest";
import { type PacedResponse, Pacer, type PacerOptions } from "../../provider/client/pacing.ts";
import { SimulatedService, TokenBucket, unlimited, VirtualClock } from "./pacing-simulation.ts";

const NEVER = new AbortController().signal;
const START_MS = 1_700_000_000_000;

function pacerAt(clock: VirtualClock, options: Partial<PacerOptions> = {}): Pacer {
  return new Pacer({ maxConcurrency: 8, clock, random: () => 0, ...options });
}

/** Answers as listed, one after the other and 201 from then on, each after 10 ms; notes when each was sent. */
function scripted(clock: VirtualClock, answers: PacedResponse[]) {
  const sentAtMs: number[] = [];
  const send = () =>
    new Promise<PacedResponse>((resolve) => {
      sentAtMs.push(clock.now() - START_MS);
      const answer = answers[sentAtMs.length - 1] ?? { status: 201, headers: {} };
      clock.at(10, () => resolve(answer));
    });
  return { send, sentAtMs };
}

async function untilGranted(pacer: Pacer, send: () => Promise<PacedResponse>): Promise<void> {
  const ticket = pacer.ticket();
  while ((await pacer.run(ticket, NEVER, send)).status === 429);
}

const refusal = (headers: PacedResponse["headers"] = {}): PacedResponse => ({ status: 429, headers });

describe("without a limit", () => {
  it("nothing sleeps, and every slot is used", async () => {
    const clock = new VirtualClock(START_MS);
    const service = new SimulatedService(unlimited, { clock, latencyMs: () => 40, headers: "always" });
    const pacer = pacerAt(clock);
    const all = Promise.all(
      Array.from({ length: 80 }, () => pacer.run(pacer.ticket(), NEVER, () => service.send())),
    );
    await clock.runToEnd();
    await all;
    expect(clock.sleeps).toBe(0);
    expect(service.mostInFlight).toBe(8);
    expect(clock.elapsedSeconds).toBeCloseTo(0.4, 6);
  });

  it("an answer comes back as it is, and so does an error, which frees its slot", async () => {
    const pacer = new Pacer({ maxConcurrency: 1 });
    const answer = { status: 500, headers: {}, body: "as it is" };
    const broken = new Error("connection reset");
    await expect(pacer.run(pacer.ticket(), NEVER, () => Promise.reject(broken))).rejects.toBe(broken);
    await expect(pacer.run(pacer.ticket(), NEVER, () => Promise.resolve(answer))).resolves.toBe(answer);
  });
});

describe("the order", () => {
  it("is that of the tickets, not of the calls", async () => {
    const clock = new VirtualClock(START_MS);
    const pacer = pacerAt(clock, { maxConcurrency: 1 });
    const { send } = scripted(clock, []);
    const order: number[] = [];
    const tickets = Array.from({ length: 5 }, () => pacer.ticket());
    const first = pacer.run(pacer.ticket(), NEVER, send);
    const rest = [3, 0, 4, 1, 2].map((place) => {
      const ticket = tickets[place] ?? pacer.ticket();
      return pacer.run(ticket, NEVER, () => {
        order.push(place);
        return send();
      });
    });
    await clock.runToEnd();
    await Promise.all([first, ...rest]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it("puts a repeated request before later ones", async () => {
    const clock = new VirtualClock(START_MS);
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
});

describe("an abort", () => {
  it("rejects with the signal's reason, sends nothing, and frees nothing that it did not hold", async () => {
    const clock = new VirtualClock(START_MS);
    const service = new SimulatedService(unlimited, { clock, latencyMs: () => 40 });
    const pacer = pacerAt(clock, { maxConcurrency: 2 });
    const stop = new AbortController();
    const reason = new Error("deadline");
    const run = (signal: AbortSignal) => pacer.run(pacer.ticket(), signal, () => service.send());
    const running = [run(NEVER), run(NEVER)];
    const aborted = [run(stop.signal), run(stop.signal)].map((promise) =>
      expect(promise).rejects.toBe(reason),
    );
    const later = [run(NEVER), run(NEVER), run(NEVER)];
    stop.abort(reason);
    await clock.runToEnd();
    await Promise.all([...running, ...aborted, ...later]);
    expect(service.grantedAtSeconds).toHaveLength(5);
    expect(service.mostInFlight).toBe(2);
  });

  it("that came before rejects at once", async () => {
    const pacer = new Pacer({ maxConcurrency: 1 });
    const send = () => Promise.reject(new Error("sent"));
    await expect(pacer.run(pacer.ticket(), AbortSignal.abort("too late"), send)).rejects.toBe("too late");
  });

  it("of the last one waiting takes the timer with it", async () => {
    const clock = new VirtualClock(START_MS);
    const pacer = pacerAt(clock);
    const { send, sentAtMs } = scripted(clock, [refusal({ "retry-after": "60" })]);
    const stop = new AbortController();
    const first = pacer.run(pacer.ticket(), NEVER, send);
    const waiting = first.then(() => pacer.run(pacer.ticket(), stop.signal, send));
    const rejected = expect(waiting).rejects.toBe("enough");
    clock.at(1000, () => stop.abort("enough"));
    await clock.runToEnd();
    await rejected;
    expect(sentAtMs).toHaveLength(1);
    expect(clock.sleeping).toBe(0);
    expect(clock.elapsedSeconds).toBe(1);
  });
});

describe("a refusal", () => {
  const secondSentAt = async (headers: PacedResponse["headers"]) => {
    const clock = new VirtualClock(START_MS);
    const { send, sentAtMs } = scripted(clock, [refusal(headers)]);
    const done = untilGranted(pacerAt(clock), send);
    await clock.runToEnd();
    await done;
    return sentAtMs[1];
  };
  const seconds = (after: number) => String(START_MS / 1000 + after);

  it("is waited out as Retry-After says", async () =>
    expect(await secondSentAt({ "retry-after": "3" })).toBe(3010));
  it("is waited out until X-RateLimit-Reset", async () =>
    expect(await secondSentAt({ "x-ratelimit-reset": seconds(2) })).toBe(2000));
  it("is waited out for the later of both", async () =>
    expect(await secondSentAt({ "retry-after": "1", "x-ratelimit-reset": seconds(4) })).toBe(4000));
  it("that says nothing is waited out for half a second", async () =>
    expect(await secondSentAt({})).toBe(510));
  it("with a reset in the past is waited out for half a second", async () =>
    expect(await secondSentAt({ "x-ratelimit-reset": seconds(-9) })).toBe(510));
  it("with a reset an hour ahead is probed after half a minute", async () =>
    expect(await secondSentAt({ "x-ratelimit-reset": seconds(3600) })).toBe(30_010));

  it("without headers doubles the wait each time that the probe is refused", async () => {
    const clock = new VirtualClock(START_MS);
    const { send, sentAtMs } = scripted(clock, [refusal(), refusal(), refusal(), refusal()]);
    const done = untilGranted(pacerAt(clock), send);
    await clock.runToEnd();
    await done;
    expect(sentAtMs).toEqual([0, 510, 1520, 3530, 7540]);
  });

  it("holds everybody back, and one request goes first when it is over", async () => {
    const clock = new VirtualClock(START_MS);
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

  it("that comes late for a request sent before the gate closed does not keep it closed for longer", async () => {
    const clock = new VirtualClock(START_MS);
    const pacer = pacerAt(clock);
    const late = () => new Promise<PacedResponse>((resolve) => clock.at(300, () => resolve(refusal())));
    const { send, sentAtMs } = scripted(clock, [refusal()]);
    const all = [untilGranted(pacer, send), pacer.run(pacer.ticket(), NEVER, late)];
    await clock.runToEnd();
    await Promise.all(all);
    expect(sentAtMs).toEqual([0, 510]);
  });

  it("whose probe has no answer is probed again, by an error at once and by a slow request after 5 seconds", async () => {
    const clock = new VirtualClock(START_MS);
    const pacer = pacerAt(clock);
    const { send, sentAtMs } = scripted(clock, [refusal({ "retry-after": "1" })]);
    await Promise.all([pacer.run(pacer.ticket(), NEVER, send), clock.runToEnd()]);
    const slow = pacer.run(
      pacer.ticket(),
      NEVER,
      () =>
        new Promise<PacedResponse>((resolve) =>
          clock.at(20_000, () => resolve({ status: 200, headers: {} })),
        ),
    );
    const next = pacer.run(pacer.ticket(), NEVER, send);
    await clock.runToEnd();
    await Promise.all([slow, next]);
    expect(sentAtMs).toEqual([0, 6010]);
  });

  it("that keeps everybody waiting for more than 5 seconds is told once", async () => {
    const clock = new VirtualClock(START_MS);
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
});

it("a thousand waiting share one timer, woken about once for each that goes", async () => {
  const clock = new VirtualClock(START_MS);
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

it("the machine's own clock keeps the gate closed and opens it", async () => {
  const pacer = new Pacer({ maxConcurrency: 2 });
  let calls = 0;
  const send = async () => (calls++ === 0 ? refusal() : { status: 201, headers: {} });
  await untilGranted(pacer, send);
  expect(calls).toBe(2);
});
