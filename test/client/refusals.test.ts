import { createServer } from "node:http";
import { expect, test } from "vitest";
import { path } from "../../provider/client/path.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  atPort,
  clientForTest,
  createRole,
  failureOf,
  keySettings,
  listen,
  listRoles,
  secretSettings,
  send,
} from "./client-for-test.ts";

/** The error of a call whose response has this status, headers and body. */
async function refusedWith(
  status: number,
  headers: Record<string, string> = {},
  body = "{}",
  call = createRole,
) {
  const port = await listen(createServer((_, response) => response.writeHead(status, headers).end(body)));
  return failureOf(send(clientForTest(atPort(port)), call));
}

test("a 403 names the missing scope and the scopes of the token", async () => {
  const service = await serviceForTest({ scopes: ["read:roles", "create:custom_domains"] });
  const error = await failureOf(send(clientForTest(secretSettings(service)), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 403, method: "POST", path: "/roles" });
  expect(error.message).toContain("lacks create:roles (it has read:roles, create:custom_domains)");
});

test("a 403 for a token that has the scope points at the account", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "status", status: 403, path: /roles/ });
  const error = await failureOf(send(clientForTest(secretSettings(service)), createRole));
  expect(error.message).toContain("has the scope create:roles");
  expect(error.message).toContain("credit card");
});

test("a 403 for a token without readable scopes names the scope that is needed", async () => {
  expect((await refusedWith(403)).message).toContain("needs the scope create:roles");
});

test.each([405, 501])("a %i names the operation and the workaround", async (status) => {
  const call = { ...listRoles, workaround: "Leave it out." };
  const error = await refusedWith(status, {}, "{}", call);
  expect(error).toMatchObject({ code: "ERR_IDM_UNSUPPORTED_OPERATION", status });
  expect(error.message).toContain("GET /roles");
  expect(error.message).toMatch(/Leave it out\.$/);
});

const itemCall = { ...listRoles, workaround: "Leave it out.", remedies: { 404: "It is gone." } };
const refused404 = (message: string, more = {}) =>
  refusedWith(404, {}, JSON.stringify({ statusCode: 404, message, ...more }), itemCall);

test.each([
  "Route GET:/api/v2/roles/1 not found",
  "Cannot GET /api/v2/roles/1",
  "No route matches GET /roles/1",
  "No static resource roles/1.",
  "The path /api/v2/roles/1 was not found",
])(
  "a 404 that says %j says that the service does not know the operation, with the workaround",
  async (message) => {
    const error = await refused404(message);
    expect(error).toMatchObject({ code: "ERR_IDM_UNSUPPORTED_OPERATION", status: 404 });
    expect(error.message).toMatch(/does not know this path.*Leave it out\.$/);
    expect(error.message).not.toContain("It is gone");
  },
);

test("a 404 that names the item says nothing of the operation", async () => {
  const error = await refused404("The role does not exist.", { errorCode: "inexistent_role" });
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 404 });
  expect(error.message).toMatch(/It is gone\.$/);
});

test("a 404 that is not an error of the service itself gives both reasons", async () => {
  const html = await refusedWith(404, {}, "<h1>404</h1>", itemCall);
  for (const error of [await refused404("Not Found"), html]) {
    expect(error).toMatchObject({ code: "ERR_IDM_API", status: 404 });
    expect(error.message).toMatch(
      /not an error of the service itself.*Or the service does not support this operation\. Leave it out\.$/,
    );
  }
});

test("a limit that lasts beyond the deadline ends the request at once and names the time", async () => {
  const limits: Record<string, string>[] = [
    { "retry-after": "3600" },
    { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3600) },
  ];
  for (const headers of limits) {
    const error = await refusedWith(429, headers);
    expect(error).toMatchObject({ code: "ERR_IDM_API", status: 429 });
    expect(error.message).toMatch(/next request in 36\d\d s/);
    expect(error.message).toContain("idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)");
  }
});

test("a 401 for a client with a key names its settings", async () => {
  const service = await serviceForTest();
  const settings = { ...keySettings(service), IDM_KEY_ID: "another-key" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({ status: 401, path: "/oauth/token/" });
  expect(error.message).toContain("idm:keyId (IDM_KEY_ID)");
});

test("a 5xx error shows the service's message and the request id", async () => {
  const body = JSON.stringify({ statusCode: 503, message: "Down for repair", errorCode: "maintenance" });
  const error = await refusedWith(503, { "x-request-id": "req-1" }, body, listRoles);
  expect(error).toMatchObject({ status: 503, apiCode: "maintenance", requestId: "req-1" });
  expect(error.message).toBe(
    "503 Service Unavailable on GET /roles (attempt 6, request id req-1). The service says: Down for repair. The service failed to handle the request: run the same command again later.",
  );
});

test("HTML instead of JSON is an error with its media type, not its text", async () => {
  const error = await refusedWith(
    200,
    { "content-type": "text/html; charset=utf-8" },
    "<h1>It works!</h1>",
    listRoles,
  );
  expect(error).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(error.message).toContain("text/html");
  expect(error.message).toContain("idm:baseUrl (IDM_BASE_URL)");
  expect(error.message).not.toContain("It works!");
});

test("an empty 2xx response is undefined", async () => {
  const port = await listen(createServer((_, response) => response.writeHead(204).end()));
  expect(await send(clientForTest(atPort(port)), createRole)).toBeUndefined();
});

test("paths in errors have no query", async () => {
  const error = await refusedWith(404, {}, "{}", {
    ...listRoles,
    path: path`/roles`,
    query: { name_filter: "admin" },
  });
  expect(error).toMatchObject({ path: "/roles", status: 404 });
  expect(error.message).not.toContain("admin");
});
