import { randomUUID } from "node:crypto";
import { createRemoteJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import type { Service } from "./service.ts";
import { askToken, call, serviceForTest } from "./service-for-test.ts";

const audience = "/api/v2/";
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

async function assertion(
  { keyClient, authUrl }: Service,
  jti: string = randomUUID(),
  key?: string,
): Promise<string> {
  const { id, privateKey, keyId, algorithm } = keyClient;
  return new SignJWT({ jti })
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .setIssuer(id)
    .setSubject(id)
    .setAudience(`${authUrl}/oauth/token/`)
    .setIssuedAt()
    .setExpirationTime("60s")
    .sign(await importPKCS8(key ?? privateKey, algorithm));
}

const withAssertion = (client_assertion: string): Record<string, string> => ({
  audience,
  client_assertion,
  client_assertion_type: assertionType,
});

const basic = ({ id, secret }: Service["client"]): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

test("a client secret in the form gets a token that the public keys verify", async () => {
  const service = await serviceForTest({ tokenLifetimeSeconds: 77 });
  const { id, secret } = service.client;
  const response = await askToken(service, { audience, client_id: id, client_secret: secret });
  const answer = (await response.json()) as { access_token: string; expires_in: number; scope: string };
  expect(response.status).toBe(200);
  expect(answer.expires_in).toBe(77);
  const keys = createRemoteJWKSet(new URL(`${service.authUrl}/jwks`));
  const { payload } = await jwtVerify(answer.access_token, keys, {
    issuer: `${service.authUrl}/`,
    audience,
  });
  expect(payload.scope).toContain("create:custom_domains");
  const created = await call(service, "POST", "/roles", {
    token: answer.access_token,
    body: { name: "admin" },
  });
  expect(created.status).toBe(200);
});

test("a client secret in the Authorization header gets a token", async () => {
  const service = await serviceForTest();
  expect((await askToken(service, { audience }, basic(service.client))).status).toBe(200);
});

test("the token endpoint works without its last slash", async () => {
  const service = await serviceForTest();
  const body = new URLSearchParams({ grant_type: "client_credentials", audience });
  const headers = basic(service.client);
  expect((await fetch(`${service.authUrl}/oauth/token`, { method: "POST", body, headers })).status).toBe(200);
});

test("a wrong secret is refused with 401", async () => {
  const service = await serviceForTest();
  const response = await askToken(service, { audience }, basic({ ...service.client, secret: "wrong" }));
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: "invalid_client" });
});

test.each<Record<string, string>>([
  {},
  { audience: "/api/v3/" },
  { audience: "" },
  { resource: "urn:idm:management-api" },
])("%j instead of the audience is refused with 400", async (form) => {
  const service = await serviceForTest();
  const response = await askToken(service, form, basic(service.client));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: "invalid_target" });
});

test.each(["ES256", "RS256", "PS256", "EdDSA"] as const)(
  "a %s assertion gets a token",
  async (keyAlgorithm) => {
    const service = await serviceForTest({ keyAlgorithm });
    const response = await askToken(service, withAssertion(await assertion(service)));
    const { access_token: token } = (await response.json()) as { access_token: string };
    expect((await call(service, "GET", "/roles", { token })).status).toBe(200);
  },
);

test("a second use of an assertion is refused", async () => {
  const service = await serviceForTest();
  const form = withAssertion(await assertion(service, "the-only-one"));
  expect((await askToken(service, form)).status).toBe(200);
  expect((await askToken(service, form)).status).toBe(401);
  expect((await askToken(service, withAssertion(await assertion(service, "another")))).status).toBe(200);
});

test("an assertion signed with another key is refused", async () => {
  const [service, other] = [await serviceForTest(), await serviceForTest()];
  const forged = await assertion(service, "forged", other.keyClient.privateKey);
  expect((await askToken(service, withAssertion(forged))).status).toBe(401);
});

test("a client gets only configured scopes", async () => {
  const service = await serviceForTest({ scopes: ["read:roles", "create:roles"] });
  const all = await askToken(service, { audience }, basic(service.client));
  expect(await all.json()).toMatchObject({ scope: "read:roles create:roles" });
  const some = await askToken(service, { audience, scope: "read:roles delete:roles" }, basic(service.client));
  expect(await some.json()).toMatchObject({ scope: "read:roles" });
});

test("a missing, malformed, expired, foreign or tampered token is a 401 with a challenge", async () => {
  const [service, other] = [await serviceForTest(), await serviceForTest()];
  const tampered = (await service.issueToken()).replace(/\.(..)/, ".$1x");
  const expired = await service.issueToken(undefined, -1);
  for (const token of ["", "no-jwt", expired, await other.issueToken(), tampered]) {
    const answer = await call(service, "GET", "/roles", { token });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    expect(answer.json).toMatchObject({
      statusCode: 401,
      error: "Unauthorized",
      errorCode: expect.any(String),
    });
  }
});

const someId = "x".repeat(26);
test.each([
  ["POST", "/custom-domains", "create:custom_domains"],
  ["GET", "/custom-domains", "read:custom_domains"],
  ["GET", `/custom-domains/${someId}`, "read:custom_domains"],
  ["PATCH", `/custom-domains/${someId}`, "update:custom_domains"],
  ["DELETE", `/custom-domains/${someId}`, "delete:custom_domains"],
  ["POST", `/custom-domains/${someId}/verify`, "create:custom_domains"],
  ["POST", "/verifiable-credentials/verification/templates", "create:vdcs_templates"],
  ["GET", "/verifiable-credentials/verification/templates", "read:vdcs_templates"],
  ["GET", `/verifiable-credentials/verification/templates/${someId}`, "read:vdcs_templates"],
  ["PATCH", `/verifiable-credentials/verification/templates/${someId}`, "update:vdcs_templates"],
  ["DELETE", `/verifiable-credentials/verification/templates/${someId}`, "delete:vdcs_templates"],
  ["POST", "/roles", "create:roles"],
  ["GET", "/roles", "read:roles"],
  ["GET", `/roles/${someId}`, "read:roles"],
  ["PATCH", `/roles/${someId}`, "update:roles"],
  ["DELETE", `/roles/${someId}`, "delete:roles"],
  ["POST", `/event-streams/${someId}/redeliver/${someId}`, "update:event_deliveries"],
])("%s %s needs the scope %s", async (method, path, scope) => {
  const service = await serviceForTest();
  const lacking = await service.issueToken(["read:clients"]);
  const refused = await call(service, method, path, { token: lacking });
  expect(refused.status).toBe(403);
  expect(refused.json.message).toContain(scope);
  expect((await call(service, method, path, { token: await service.issueToken([scope]) })).status).not.toBe(
    403,
  );
});
