// The client assertions of `private_key_jwt`.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import { expect, test } from "vitest";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  atPort,
  clientForTest,
  createRole,
  failureOf,
  keySettings,
  listen,
  listRoles,
  send,
} from "./client-for-test.ts";

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

test("an assertion is valid for a minute, names the client and one audience, and is never used twice", async () => {
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
    expect(aud).toBe(`http://127.0.0.1:${port}/`);
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

/** An authorisation server that grants a token when `refuse` names no reason. `claims` are those of the assertions. */
async function authServer(
  refuse: (claims: JWTPayload) => string | undefined,
  { date = () => Date.now(), status = 401 } = {},
) {
  const claims: JWTPayload[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader("date", new Date(date()).toUTCString());
    if (!request.url?.startsWith("/oauth")) return response.end("[]");
    const form = new URLSearchParams(await text(request));
    claims.push(form.has("client_assertion") ? decodeJwt(form.get("client_assertion") ?? "") : {});
    const error = refuse(claims.at(-1) ?? {});
    if (error !== undefined) return response.writeHead(status).end(JSON.stringify({ error }));
    return response.end(JSON.stringify({ access_token: "granted" }));
  });
  const { IDM_ACCESS_TOKEN: _, ...address } = atPort(await listen(server));
  return { address, authUrl: address.IDM_BASE_URL?.replace("/api/v2", ""), claims };
}

test("a server whose issuer has no slash at its end accepts the second assertion, and the next token costs one", async () => {
  const service = await serviceForTest();
  const server: Awaited<ReturnType<typeof authServer>> = await authServer(({ aud }) =>
    aud === server.authUrl ? undefined : "invalid_client",
  );
  const client = clientForTest({ ...keySettings(service), ...server.address });
  expect(await send(client, listRoles)).toEqual([]);
  expect(server.claims.map(({ aud }) => aud)).toEqual([`${server.authUrl}/`, server.authUrl]);
});

test("idm:assertionAudience is the one audience of every assertion", async () => {
  const service = await serviceForTest();
  const server = await authServer(() => "invalid_client");
  const audience = { IDM_ASSERTION_AUDIENCE: "https://issuer.example.com" };
  const error = await failureOf(
    send(clientForTest({ ...keySettings(service), ...server.address, ...audience }), listRoles),
  );
  expect(server.claims.map(({ aud }) => aud)).toEqual(["https://issuer.example.com"]);
  expect(error.message).toContain("idm:assertionAudience (IDM_ASSERTION_AUDIENCE)");
});

test.each([
  [90, "90 s behind"],
  [-90, "90 s ahead of"],
])(
  "a clock that differs by %i s is corrected from the server's Date, and told once",
  async (seconds, told) => {
    const service = await serviceForTest();
    const date = () => Date.now() + 1000 * seconds;
    const server = await authServer(
      ({ iat = 0 }) => (Math.abs(1000 * iat - date()) > 10_000 ? "invalid_client" : undefined),
      { date },
    );
    const client = clientForTest({ ...keySettings(service), ...server.address });
    await send(client, listRoles);
    await send(client, listRoles);
    expect(server.claims).toHaveLength(2);
    expect(client.log.map((line) => line.replace(/\b(89|91) s/, "90 s"))).toEqual([
      expect.stringContaining(`The clock of this machine is ${told} that of the authorisation server`),
    ]);
  },
);

test("a server that refuses every assertion is asked three times at most in a process", async () => {
  const service = await serviceForTest();
  const server = await authServer(() => "invalid_client", { date: () => Date.now() + 90_000, status: 400 });
  const client = clientForTest({ ...keySettings(service), ...server.address });
  for (let each = 0; each < 5; each++) await failureOf(send(client, listRoles));
  expect(server.claims).toHaveLength(3);
});
