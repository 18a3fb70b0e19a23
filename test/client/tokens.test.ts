import { expect, test } from "vitest";
import { path } from "../../provider/client/path.ts";
import type { Fault } from "../service/faults.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  clientForTest,
  createRole,
  failureOf,
  keySettings,
  listRoles,
  secretSettings,
  send,
} from "./client-for-test.ts";

test("a hundred operations share one token request", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  await Promise.all(Array.from({ length: 100 }, () => send(client, listRoles)));
  expect(service.requests.token).toHaveLength(1);
  expect(service.requests.api).toHaveLength(100);
});

test("a token is renewed before it expires", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  service.faults.add({
    kind: "status",
    status: 200,
    path: /oauth/,
    body: { access_token: await service.issueToken(), expires_in: 0.001 },
  });
  await send(client, listRoles);
  await send(client, listRoles);
  await send(client, listRoles);
  expect(service.requests.token).toHaveLength(2);
  expect(service.requests.api.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("a hundred requests with a token that is refused renew it once and are repeated", async () => {
  const service = await serviceForTest();
  const expired = { access_token: await service.issueToken(undefined, -1), expires_in: 3600 };
  service.faults.add({ kind: "status", status: 200, path: /oauth/, body: expired });
  const client = clientForTest(secretSettings(service));
  await Promise.all(Array.from({ length: 100 }, () => send(client, listRoles)));
  expect(service.requests.token).toHaveLength(2);
  expect(service.requests.api.filter(({ status }) => status === 200)).toHaveLength(100);
});

test("a second 401 ends the request", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "expired-token", path: /roles/, times: 5 });
  const error = await failureOf(send(clientForTest(secretSettings(service)), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 401, apiCode: "expired_token" });
  expect(error.message).toContain("idm:authUrl (IDM_AUTH_URL)");
  expect(service.requests.api).toHaveLength(2);
  expect(service.requests.token).toHaveLength(2);
});

test("a configured access token is used as it is, and its first 401 ends the request", async () => {
  const service = await serviceForTest();
  const settings = { IDM_BASE_URL: service.baseUrl, IDM_ACCESS_TOKEN: await service.issueToken() };
  const client = clientForTest(settings);
  expect(await send(client, listRoles)).toEqual([]);
  service.faults.add({ kind: "expired-token" });
  const error = await failureOf(send(client, listRoles));
  expect(error).toMatchObject({ status: 401 });
  expect(error.message).toContain("idm:accessToken (IDM_ACCESS_TOKEN)");
  expect(service.requests.api).toHaveLength(2);
  expect(service.requests.token).toEqual([]);
});

const tokenFaults: Fault[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "no-answer-after" },
  { kind: "status", status: 429 },
  ...[500, 502, 503, 504].map((status): Fault => ({ kind: "status-after", status })),
  { kind: "html" },
  { kind: "not-json" },
  { kind: "cut-json" },
  { kind: "empty-body" },
  { kind: "missing-fields" },
];

test.each(tokenFaults)("the token request is repeated with a fresh assertion after %j", async (fault) => {
  const service = await serviceForTest();
  service.faults.add({ ...fault, path: /oauth/ });
  const seconds = fault.kind === "no-answer-after" ? "1" : "30";
  const client = clientForTest({ ...keySettings(service), IDM_REQUEST_TIMEOUT_SECONDS: seconds });
  expect(await send(client, createRole)).toMatchObject({ name: "admin" });
  expect(service.requests.token).toHaveLength(2);
  expect(service.tenant.roles.size).toBe(1);
});

test.each<Fault>([{ kind: "unknown-fields" }, { kind: "deep-json" }, { kind: "wrong-content-type" }])(
  "a token response with %j is read",
  async (fault) => {
    const service = await serviceForTest();
    service.faults.add({ ...fault, path: /oauth/ });
    expect(await send(clientForTest(keySettings(service)), listRoles)).toEqual([]);
    expect(service.requests.token).toHaveLength(1);
  },
);

test("a failed token request is no unknown outcome, because nothing else was sent", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "no-answer", path: /oauth/, times: 99 });
  const client = clientForTest({
    ...secretSettings(service),
    IDM_REQUEST_TIMEOUT_SECONDS: "0.1",
    IDM_RETRY_DEADLINE_SECONDS: "0.3",
  });
  const errors = await Promise.all(Array.from({ length: 10 }, () => failureOf(send(client, createRole))));
  for (const error of errors) expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT" });
  expect(service.requests.api).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  ["a page of HTML", "<html>", /body that is not JSON .*wrong idm:authUrl \(IDM_AUTH_URL\)$/],
  ["no access_token", { token: "x" }, /has no access_token\. Check idm:authUrl/],
  ["a number", { access_token: 42 }, /has no access_token/],
  ["a line break in it", { access_token: "a\r\nx-evil: 1" }, /characters that a header cannot hold/],
  ["a megabyte", { access_token: "t".repeat(1_000_000) }, /has 1000000 characters, too many/],
])("a token response with %s fails a create as an error of the token request", async (_what, body, told) => {
  const service = await serviceForTest();
  service.faults.add({ kind: "status", status: 200, body, path: /oauth/, times: 9 });
  const error = await failureOf(send(clientForTest(secretSettings(service)), createRole));
  expect(error.code).toBe("ERR_IDM_RESPONSE_SHAPE");
  expect(error.message).toMatch(/^POST \/oauth\/token\/ /);
  expect(error.message).toMatch(told);
  expect(error.message).not.toMatch(/evil|tttt/);
  expect(service.requests.api).toEqual([]);
  expect(service.requests.token).toHaveLength(3);
});

test("wrong credentials are an error at once, with the settings to check", async () => {
  const service = await serviceForTest();
  const client = clientForTest({ ...secretSettings(service), IDM_CLIENT_SECRET: "wrong-secret" });
  const error = await failureOf(send(client, createRole));
  expect(error).toMatchObject({
    code: "ERR_IDM_API",
    status: 401,
    apiCode: "invalid_client",
    path: "/oauth/token/",
  });
  expect(error.message).toContain("idm:clientSecret (IDM_CLIENT_SECRET)");
  expect(service.requests.token).toHaveLength(1);
});

test("a wrong secret costs one token request, however many resources there are", async () => {
  const service = await serviceForTest();
  const client = clientForTest({ ...secretSettings(service), IDM_CLIENT_SECRET: "wrong-secret" });
  const together = Array.from({ length: 10 }, () => failureOf(send(client, createRole)));
  const errors = [...(await Promise.all(together)), await failureOf(send(client, createRole))];
  for (const error of errors) expect(error).toMatchObject({ status: 401, apiCode: "invalid_client" });
  expect(service.requests.token).toHaveLength(1);
});

test.each<Fault>([
  { kind: "status", status: 403, body: "<h1>Blocked</h1>" },
  { kind: "status", status: 404 },
])("an answer that is not the authorisation server's is not remembered: %j", async (fault) => {
  const service = await serviceForTest();
  service.faults.add({ ...fault, path: /oauth/ });
  const client = clientForTest(secretSettings(service));
  await failureOf(send(client, listRoles));
  expect(await send(client, listRoles)).toEqual([]);
});

test("a service that refuses fresh tokens costs two token requests, however many requests there are", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "expired-token", path: /roles/, times: 999 });
  const client = clientForTest(secretSettings(service));
  await Promise.all(Array.from({ length: 10 }, () => failureOf(send(client, listRoles))));
  for (let each = 0; each < 5; each++)
    expect(await failureOf(send(client, listRoles))).toMatchObject({ status: 401 });
  expect(service.requests.token).toHaveLength(2);
});

test("one operation whose fresh tokens are refused costs the others none", async () => {
  const service = await serviceForTest();
  const getRole = { ...listRoles, path: path`/roles/rol_1` };
  service.faults.add({ kind: "expired-token", path: /rol_1/, times: 999 });
  const client = clientForTest(secretSettings(service));
  for (let each = 0; each < 5; each++) {
    expect(await send(client, listRoles)).toEqual([]);
    expect(await failureOf(send(client, getRole))).toMatchObject({ status: 401 });
  }
  expect(service.requests.token).toHaveLength(2);
});

test("a token that the service accepted is renewed at each later 401", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  for (let each = 0; each < 3; each++) {
    expect(await send(client, listRoles)).toEqual([]);
    service.faults.add({ kind: "expired-token", path: /roles/ });
    expect(await send(client, listRoles)).toEqual([]);
  }
  expect(service.requests.token).toHaveLength(4);
});
