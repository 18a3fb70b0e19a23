// Cap, hold and budget of a whole process, over HTTP.
import { expect, test } from "vitest";
import { maxRepetitions } from "../../provider/client/retry-budget.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { clientForTest, failureOf, listRoles, secretSettings, send } from "./client-for-test.ts";

test("a token request counts for the cap", async () => {
  const service = await serviceForTest();
  const client = clientForTest({ ...secretSettings(service), IDM_MAX_REQUESTS_PER_SECOND: "0.01" });
  expect(await failureOf(send(client, listRoles, { deadlineMs: 500 }))).toMatchObject({
    code: "ERR_IDM_TIMEOUT",
  });
  expect([service.requests.token.length, service.requests.api.length]).toEqual([1, 0]);
});

test("a request that the cap held back until its deadline names the setting", async () => {
  const service = await serviceForTest();
  const client = clientForTest({ ...secretSettings(service), IDM_MAX_REQUESTS_PER_SECOND: "0.01" });
  const error = await failureOf(send(client, listRoles, { deadlineMs: 500 }));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(error.message).toContain(
    "It was never sent, because idm:maxRequestsPerSecond (IDM_MAX_REQUESTS_PER_SECOND) made it wait",
  );
});

test("a cap of 1 does not keep requests from their token", async () => {
  const service = await serviceForTest();
  const client = clientForTest({ ...secretSettings(service), IDM_MAX_REQUESTS_PER_SECOND: "1" });
  expect(await send(client, listRoles)).toEqual([]);
  expect([service.requests.token.length, service.requests.api.length]).toEqual([1, 1]);
});

test("after a 503 with Retry-After, no other request is sent either", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  service.faults.add({ kind: "status", status: 503, headers: { "retry-after": "600" }, path: /roles/ });
  await failureOf(send(client, listRoles));
  const failure = await failureOf(send(client, listRoles, { deadlineMs: 300 }));
  expect(failure).toMatchObject({ code: "ERR_IDM_TIMEOUT" });
  expect(service.requests.api.length).toBe(1);
});

test("a thousand requests to a failing service share one budget of repetitions, and a success refills it", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  service.faults.add({ kind: "status", status: 503, path: /roles/, times: 10_000 });
  const failures = await Promise.all(Array.from({ length: 1000 }, () => failureOf(send(client, listRoles))));
  expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([503]));
  expect(service.requests.api.length).toBe(1000 + maxRepetitions);
  expect(client.log.filter((line) => line.includes("keeps failing"))).toHaveLength(1);
  service.faults.clear();
  await send(client, listRoles);
  service.faults.add({ kind: "status", status: 503, path: /roles/ });
  expect(await send(client, listRoles)).toEqual([]);
});
