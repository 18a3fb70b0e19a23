import fc from "fast-check";
import { expect, test } from "vitest";
import { SlidingWindow } from "../../provider/verification/sliding-window.ts";

test("a full window says when the next event is allowed", () => {
  const window = new SlidingWindow(2, 100);
  expect([window.tryTake(0), window.tryTake(30), window.tryTake(40)]).toEqual([true, true, false]);
  expect(window.freeInMs(40)).toBe(60);
  expect([window.tryTake(99), window.tryTake(100), window.tryTake(101)]).toEqual([false, true, false]);
  expect(window.freeInMs(101)).toBe(29);
});

test("the window allows an event exactly when fewer than its maximum lie within its length", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 100 }),
      steps,
      (maxEvents, windowMs, gaps) => {
        const window = new SlidingWindow(maxEvents, windowMs);
        const allowed: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const within = allowed.filter((at) => now - at < windowMs).length;
          expect(window.freeInMs(now) === 0).toBe(within < maxEvents);
          expect(window.tryTake(now)).toBe(within < maxEvents);
          if (within < maxEvents) allowed.push(now);
        }
      },
    ),
  );
});
