import { createServer } from "node:http";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import type { Fault } from "../service/faults.ts";
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

test.each(["ES256", "RS256", "PS256", "EdDSA"] as const)(
  "a real server accepts %s assertions",
  async (keyAlgorithm) => {
    const service = await serviceForTest({ keyAlgorithm });
    expect(await send(clientForTest(keySettings(service)), createRole)).toMatchObject({ name: "admin" });
  },
);

test("the default signing algorithm depends on the key", async () => {
  const service = await serviceForTest({ keyAlgorithm: "EdDSA" });
  const { IDM_SIGNING_ALGORITHM: _, ...settings } = keySettings(service);
  expect(await send(clientForTest(settings), listRoles)).toEqual([]);
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

test("an assertion is valid for a minute, names client and server, and is never used twice", async () => {
  const service = await serviceForTest();
  const forms: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      forms.push(new URLSearchParams(text));
      response.statusCode = forms.length < 3 ? 503 : 400;
      response.end("{}");
    });
  });
  const port = await listen(server);
  const { IDM_ACCESS_TOKEN: _, ...address } = atPort(port);
  await failureOf(send(clientForTest({ ...keySettings(service), ...address }), listRoles));
  const assertions = forms.map((form) => form.get("client_assertion") ?? "");
  const claims = assertions.map((assertion) => decodeJwt(assertion));
  expect(new Set(claims.map(({ jti }) => jti)).size).toBe(3);
  for (const { iss, sub, aud, iat = 0, exp = 0 } of claims) {
    expect([iss, sub]).toEqual([service.keyClient.id, service.keyClient.id]);
    expect(aud).toContain(`http://127.0.0.1:${port}/`);
    expect(exp - iat).toBe(60);
  }
  expect(decodeProtectedHeader(assertions[0] ?? "")).toMatchObject({
    alg: "ES256",
    kid: service.keyClient.keyId,
  });
  expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({
    grant_type: "client_credentials",
    audience: "/api/v2/",
  });
});
