import { createServer } from "node:http";
import { createServer as createBareServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  atPort,
  clientForTest,
  createRole,
  failureOf,
  listen,
  listRoles,
  secretSettings,
  send,
} from "./client-for-test.ts";

const unhandled: unknown[] = [];
const warnings: Error[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
const onWarning = (warning: Error) => warnings.push(warning);

beforeEach(() => {
  process.on("unhandledRejection", onUnhandled).on("warning", onWarning);
});

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled).off("warning", onWarning);
  expect([...unhandled.splice(0), ...warnings.splice(0)]).toEqual([]);
});

/** A server that never responds. `arrived` resolves with the first request. */
async function silentServer() {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  let requests = 0;
  const port = await listen(
    createServer(() => {
      requests += 1;
      resolve();
    }),
  );
  return { settings: atPort(port), arrived, requests: () => requests };
}

test("a POST that is stopped in the queue is never sent", async () => {
  const server = await silentServer();
  const client = clientForTest({ ...server.settings, IDM_MAX_CONCURRENCY: "1" });
  const [first, second] = [new AbortController(), new AbortController()];
  const sent = failureOf(send(client, createRole, { stop: first.signal }));
  const queued = failureOf(send(client, createRole, { stop: second.signal }));
  await server.arrived;
  second.abort();
  expect(await queued).toMatchObject({ code: "ERR_IDM_ABORTED" });
  first.abort();
  expect(await sent).toMatchObject({
    code: "ERR_IDM_UNKNOWN_OUTCOME",
    cause: { sent: true, cause: { code: "ERR_IDM_ABORTED" } },
  });
  expect(server.requests()).toBe(1);
});

test("a GET that is stopped after it was sent fails with ERR_IDM_ABORTED", async () => {
  const server = await silentServer();
  const stop = new AbortController();
  const get = failureOf(send(clientForTest(server.settings), listRoles, { stop: stop.signal }));
  await server.arrived;
  stop.abort();
  expect(await get).toMatchObject({ code: "ERR_IDM_ABORTED" });
});

test("a request that is stopped while it connects fails at once and is never sent", async () => {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const port = await listen(createBareServer(() => resolve()));
  const stop = new AbortController();
  const post = failureOf(send(clientForTest(atPort(port, "https")), createRole, { stop: stop.signal }));
  await connected;
  stop.abort();
  expect(await post).toMatchObject({ code: "ERR_IDM_ABORTED" });
});

test("the deadline ends a GET with a timeout, and a POST that was sent with an unknown outcome", async () => {
  const server = await silentServer();
  const client = clientForTest(server.settings);
  const get = await failureOf(send(client, listRoles, { deadlineMs: 100 }));
  expect(get).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(get.message).toMatch(/^GET \/roles: not done within 0\.1 s\./);
  expect(get.message).toContain("idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)");
  const post = await failureOf(send(client, createRole, { deadlineMs: 1000 }));
  expect(post).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(post.message).toContain("not done within 1 s");
});

test("an operation that was stopped before sends nothing, not even a token request", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  expect(await failureOf(send(client, createRole, { stop: AbortSignal.abort() }))).toMatchObject({
    code: "ERR_IDM_ABORTED",
  });
  expect([...service.requests.api, ...service.requests.token]).toEqual([]);
});

test("a token request continues for other operations when the first one is stopped", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "slow", ms: 50, path: /oauth/ });
  const client = clientForTest(secretSettings(service));
  const stop = new AbortController();
  const stopped = failureOf(send(client, listRoles, { stop: stop.signal }));
  const other = send(client, listRoles);
  stop.abort();
  expect(await stopped).toMatchObject({ code: "ERR_IDM_ABORTED" });
  expect(await other).toEqual([]);
  expect(service.requests.token).toHaveLength(1);
});

test("a token request that fails after all operations have ended causes no unhandled rejection", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "no-answer", path: /oauth/ });
  const client = clientForTest(secretSettings(service));
  const error = await failureOf(send(client, listRoles, { deadlineMs: 50 }));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT" });
  client.client.close();
});

test("closing the client ends the requests in flight", async () => {
  const server = await silentServer();
  const { client, log } = clientForTest(server.settings);
  const post = failureOf(send({ client, log }, createRole));
  await server.arrived;
  client.close();
  expect(await post).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(await failureOf(send({ client, log }, listRoles))).toMatchObject({ code: "ERR_IDM_NETWORK" });
});

test("a thousand requests under one signal leave no listener, no warning and no timer behind", async () => {
  const port = await listen(createServer((_request, response) => response.end("[]")));
  const client = clientForTest(atPort(port));
  const stop = new AbortController();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  await client.client.operate(
    "Roles",
    (operation) =>
      Promise.all(Array.from({ length: 1000 }, () => client.client.request(listRoles, operation))),
    { signal: stop.signal },
  );
  await Promise.all(Array.from({ length: 1000 }, () => send(client, listRoles, { stop: stop.signal })));
  expect(timers()).toBeLessThanOrEqual(before + 3);
  stop.abort();
});
