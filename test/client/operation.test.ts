import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { Operation } from "../../provider/client/operation.ts";
import { IdmError } from "../../provider/errors.ts";
import { failureOf } from "./client-for-test.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn(async () => {}) }));
beforeEach(() => vi.mocked(sleep).mockClear());

function operation(deadlineMs = 60_000, stop?: AbortSignal) {
  const log: string[] = [];
  return {
    operation: new Operation('Role "admin"', deadlineMs, (line) => log.push(line), stop && { signal: stop }),
    log,
  };
}

test("a wait of more than five seconds is reported in one line", async () => {
  const { operation: it, log } = operation();
  await it.wait(8_000, "POST /roles failed with status 503 and is repeated");
  expect(log).toEqual(['Role "admin": waits 8 s: POST /roles failed with status 503 and is repeated']);
  expect(sleep).toHaveBeenCalledWith(8_000, undefined, { signal: it.signal });
  it.end();
});

test("a shorter wait, and a wait without a reason, is not reported", async () => {
  const { operation: it, log } = operation();
  await it.wait(5_000, "why");
  await it.wait(60_000, "");
  expect(log).toEqual([]);
  it.end();
});

test("a stopped operation does not wait", async () => {
  const stop = new AbortController();
  const { operation: it } = operation(60_000, stop.signal);
  stop.abort();
  expect(await failureOf(it.wait(1, ""))).toMatchObject({ code: "ERR_IDM_ABORTED" });
  expect(sleep).not.toHaveBeenCalled();
});

test("an IdmError as the reason of a stop is kept", () => {
  const reason = new IdmError("ERR_IDM_ABORTED", "interrupted");
  expect(operation(60_000, AbortSignal.abort(reason)).operation.signal.reason).toBe(reason);
});

test("an operation that has ended leaves no timer and no listener", () => {
  const stop = new AbortController();
  const { operation: it } = operation(60_000, stop.signal);
  it.end();
  stop.abort();
  expect(it.signal.aborted).toBe(false);
});

test("a deadline longer than the longest timer does not pass at once", async () => {
  const { operation: it } = operation(2 ** 40);
  await new Promise((resolve) => setImmediate(resolve));
  expect(it.signal.aborted).toBe(false);
  expect(it.remainingMs).toBeGreaterThan(2 ** 39);
  it.end();
});

test("lines begin with the subject, and warnings are marked", () => {
  const { operation: it, log } = operation();
  it.say("done");
  it.warn("look");
  expect(log).toEqual(['Role "admin": done', 'warning: Role "admin": look']);
  it.end();
});
