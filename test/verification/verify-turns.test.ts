import { expect, test } from "vitest";
import { VerifyTurns, verifyLimits } from "../../provider/verification/verify-turns.ts";

test("one domain is verified at most once in 15 seconds", () => {
  const turn = new VerifyTurns(verifyLimits).join("a", 0);
  expect(turn.tryTake(0)).toBe(true);
  expect(turn.dueInMs(5_000)).toBe(10_000);
  expect(turn.tryTake(14_999)).toBe(false);
  expect(turn.tryTake(15_000)).toBe(true);
});

test("waiters for the same domain share its interval, also a waiter that joins later", () => {
  const turns = new VerifyTurns(verifyLimits);
  const [first, second] = [turns.join("a", 0), turns.join("a", 0)];
  expect([first.tryTake(0), second.tryTake(1)]).toEqual([true, false]);
  first.leave();
  second.leave();
  expect(turns.join("a", 0).dueInMs(10_000)).toBe(5_000);
});

test("a waiter can have a longer interval", () => {
  const turn = new VerifyTurns(verifyLimits).join("a", 40_000);
  turn.tryTake(0);
  expect(turn.dueInMs(0)).toBe(40_000);
});

test("the interval of each domain grows with the number of waiting domains, and shrinks when one leaves", () => {
  const turns = new VerifyTurns(verifyLimits);
  const [first, ...others] = ["a", "b", "c"].map((id) => turns.join(id, 0));
  first?.tryTake(0);
  expect(first?.dueInMs(0)).toBe((3 * 61_000) / 5);
  for (const other of others) other.leave();
  expect(first?.dueInMs(0)).toBe(15_000);
});

/** Times of the requests for each of `count` domains in ten minutes. Each checks its turn when due and every 5 s. */
function simulate(count: number): number[][] {
  const turns = new VerifyTurns(verifyLimits);
  const waiters = Array.from({ length: count }, (_, index) => ({
    turn: turns.join(`domain ${index}`, 5_000),
    requestsMs: [] as number[],
    wakesMs: 0,
  }));
  for (;;) {
    const [next] = waiters.toSorted((a, b) => a.wakesMs - b.wakesMs);
    if (!next || next.wakesMs > 600_000) return waiters.map(({ requestsMs }) => requestsMs);
    const nowMs = next.wakesMs;
    if (next.turn.tryTake(nowMs)) next.requestsMs.push(nowMs);
    next.wakesMs = nowMs + Math.min(5_000, Math.ceil(next.turn.dueInMs(nowMs)));
  }
}

test.each([1, 2, 3, 5, 6, 12, 30])(
  "%i domains keep to both limits, and each of them is verified",
  (count) => {
    const asked = simulate(count);
    const all = asked.flat().toSorted((a, b) => a - b);
    for (const [index, at] of all.entries()) {
      const sixth = all[index + 5];
      if (sixth !== undefined) expect(sixth - at).toBeGreaterThanOrEqual(61_000);
    }
    const roundMs = Math.max(15_000, (count * 61_000) / 5);
    for (const [first = Number.NaN, ...later] of asked) {
      expect(first).toBeLessThanOrEqual(roundMs);
      let before = first;
      for (const at of [...later, 600_000]) {
        if (at < 600_000) expect(at - before).toBeGreaterThanOrEqual(15_000);
        expect(at - before).toBeLessThanOrEqual(roundMs + 61_000);
        before = at;
      }
    }
  },
);
