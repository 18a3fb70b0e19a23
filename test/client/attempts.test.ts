import { expect, test } from "vitest";
import { runTask, type Task } from "../../provider/client/attempts.ts";
import type { Operation } from "../../provider/client/operation.ts";
import { requestFailure } from "../../provider/client/request-failure.ts";

/** An operation that waits for nothing, and the reasons of its waits. */
function operationForTest(): { operation: Operation; reasons: string[] } {
  const reasons: string[] = [];
  const wait = async (_delayMs: number, why: string) => void reasons.push(why);
  const { signal } = new AbortController();
  return { operation: { remainingMs: 300_000, signal, wait } as Partial<Operation> as Operation, reasons };
}

const target = { title: "GET /roles/1", origin: "https://tenant.example.com" };

function taskWith(error: Error, repeatable = true): Task<void> {
  return {
    title: target.title,
    repeatable,
    paced: false,
    send: () => Promise.reject(requestFailure(target, error, true)),
    read: () => undefined,
    toError: () => expect.fail("there was no response"),
  };
}

test("the reason of a wait gives no advice, because the request is repeated", async () => {
  const { operation, reasons } = operationForTest();
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  await expect(runTask(taskWith(reset), operation)).rejects.toThrow(/Check idm:baseUrl/);
  expect(reasons).toHaveLength(5);
  for (const reason of reasons) {
    expect(reason).toMatch(/connection .* was lost .* The request is repeated$/);
    expect(reason).not.toMatch(/check/i);
  }
});

test("an unknown outcome gives no advice of its own", async () => {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const failed = runTask(taskWith(reset, false), operationForTest().operation);
  await expect(failed).rejects.toMatchObject({
    code: "ERR_IDM_UNKNOWN_OUTCOME",
    message: expect.not.stringMatching(/check/i),
  });
});

test.each([
  new TypeError("x is not a function"),
  new RangeError("out of range"),
  new ReferenceError("y is not defined"),
])("a %s is told as an error of the code with its place, and is not repeated", async (bug) => {
  const { operation, reasons } = operationForTest();
  const error = await runTask(taskWith(bug), operation).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "ERR_IDM_INTERNAL", name: "InternalError" });
  expect(error.message).toMatch(/: x is not|: out of range|: y is not/);
  expect(error.message).toMatch(/ \(attempts\.test\.ts:\d+:\d+\)\. Report it/);
  expect(error.message).not.toMatch(/network|reached|proxy/);
  expect(reasons).toEqual([]);
});

test("an error of the code after a create was sent leaves the outcome unknown", async () => {
  const failed = runTask(taskWith(new TypeError("late"), false), operationForTest().operation);
  await expect(failed).rejects.toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
});
