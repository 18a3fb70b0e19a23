import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type SettingName, settingTable, variableName } from "../../provider/config/setting-table.ts";
import { inspectSettings, readSettings, type Settings } from "../../provider/config/settings.ts";

type Values = Record<string, string>;

const url = { IDM_BASE_URL: "https://tenant.example.com/api/v2" };
const token = { IDM_ACCESS_TOKEN: "a-token" };
const valid = { ...url, ...token };

const read = (environment: Values, config: Values = {}): Settings =>
  readSettings(
    (name) => config[name],
    (name) => environment[name],
  );

/** The message of the error that these settings cause. */
function problemsOf(environment: Values, config: Values = {}): string {
  try {
    read(environment, config);
  } catch (error) {
    expect(error).toMatchObject({ code: "ERR_IDM_CONFIG", name: "ConfigError" });
    return (error as Error).message;
  }
  return expect.unreachable("the settings are valid");
}

const pem = (type: "pkcs8" | "pkcs1" | "sec1" = "pkcs8") => ({ type, format: "pem" }) as const;
const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength }).privateKey;
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;
const [rsaKey, p256] = [rsa(2048), ec("P-256")];

test("the defaults are those of the reference", () => {
  expect(read(valid)).toEqual({
    baseUrl: "https://tenant.example.com/api/v2",
    authUrl: "https://tenant.example.com",
    audience: "/api/v2/",
    credentials: { kind: "access-token", accessToken: "a-token" },
    maxConcurrency: 16,
    maxRequestsPerSecond: Number.POSITIVE_INFINITY,
    rateLimitReserve: 0,
    requestTimeoutMs: 30_000,
    retryDeadlineMs: 300_000,
    dnsServers: [],
    bulkRead: true,
    debug: false,
    logsJson: false,
  });
});

test("bulk reads are turned off by false in any case", () => {
  expect(read({ ...valid, IDM_BULK_READ: "False" })).toMatchObject({ bulkRead: false });
  expect(read({ ...valid, IDM_BULK_READ: "true" })).toMatchObject({ bulkRead: true });
});

test("stack configuration goes before the environment, and an empty string counts as not set", () => {
  const environment = { ...valid, IDM_AUDIENCE: "urn:environment", IDM_MAX_CONCURRENCY: "2" };
  const config = {
    "idm:audience": "urn:config",
    "idm:maxConcurrency": "  ",
    "idm:maxRequestsPerSecond": "2.5",
    "idm:rateLimitReserve": "50",
    "idm:requestTimeoutSeconds": "1.5",
  };
  expect(read(environment, config)).toMatchObject({
    audience: "urn:config",
    maxConcurrency: 2,
    maxRequestsPerSecond: 2.5,
    rateLimitReserve: 50,
    requestTimeoutMs: 1_500,
  });
});

test("trailing slashes of addresses are removed", () => {
  const settings = read({
    ...token,
    IDM_BASE_URL: `${url.IDM_BASE_URL}/`,
    IDM_AUTH_URL: "https://auth.example.com/tenant//",
  });
  expect(settings.baseUrl).toBe(url.IDM_BASE_URL);
  expect(settings.authUrl).toBe("https://auth.example.com/tenant");
});

test.each([
  "http://127.0.0.1:8080/api/v2",
  "http://localhost/api/v2",
  "http://[::1]:8080/api/v2",
  "http://127.8.9.1/api/v2",
])("%s is a loopback address and may use http", (baseUrl) => {
  expect(read({ ...token, IDM_BASE_URL: baseUrl }).baseUrl).toBe(baseUrl);
});

test.each([
  "http://tenant.example.com/api/v2",
  "http://10.0.0.1/api/v2",
  "http://localhost.example.com/api/v2",
  "http://tenant.localhost/api/v2",
  "http://localhost./api/v2",
  "http://.localhost/api/v2",
  "http://[::ffff:10.0.0.1]/api/v2",
  "http://127.0.0.1.example.com/api/v2",
  "http://[::2]/api/v2",
  "http://0.0.0.0/api/v2",
  "ftp://tenant.example.com/api/v2",
  "tenant.example.com/api/v2",
  "https://user:canary@tenant.example.com/api/v2",
  "https://tenant.example.com/api/v2?canary=1",
  "https://tenant.example.com/api/v2#canary",
  "https://tenant.example.com/canary",
  "https://tenant.example.com/api/v2/canary",
  "canary",
])("%s is refused as the base address, and is not in the message", (baseUrl) => {
  const message = problemsOf({ ...token, IDM_BASE_URL: baseUrl });
  expect(message).toContain("idm:baseUrl (IDM_BASE_URL)");
  expect(message).not.toMatch(/canary|example\.com\/(?!api)/);
});

test.each([
  ["https://tenant.example.com/api/v2?x=1", ["query"]],
  ["https://tenant.example.com/api/v2/#x", ["query"]],
  ["https://tenant.example.com/api?x=/api/v2", ["query", "end in /api/v2"]],
  ["https://user:canary@tenant.example.com/api/v2?x=1", ["password", "query"]],
  [
    "http://user@tenant.example.com/api",
    ["localhost, 127.0.0.0/8 and [::1] only", "user name", "end in /api/v2"],
  ],
])("%s is refused with one sentence for each thing that is wrong", (baseUrl, parts) => {
  const { wrong } = inspectSettings(
    () => undefined,
    (name) => ({ ...token, IDM_BASE_URL: baseUrl })[name],
  );
  expect(wrong.map(({ text }) => text)).toEqual(parts.map((part) => expect.stringContaining(part)));
});

test.each<[Values, string[]]>([
  [{ IDM_AUTH_URL: "http://auth.example.com" }, ["idm:authUrl (IDM_AUTH_URL)"]],
  [{ IDM_AUTH_URL: "https://auth.example.com/oauth/token/" }, ["idm:authUrl (IDM_AUTH_URL)"]],
  [
    { IDM_BASE_URL: '"https://canary.example.com/api/v2"' },
    ["IDM_BASE_URL): it must not have quotation marks"],
  ],
  [{ IDM_AUTH_URL: "'https://canary.example.com'" }, ["IDM_AUTH_URL): it must not have quotation marks"]],
  [{ IDM_MAX_CONCURRENCY: "0" }, ["idm:maxConcurrency (IDM_MAX_CONCURRENCY)", "whole number from 1 to 256"]],
  [{ IDM_MAX_CONCURRENCY: "1.5" }, ["idm:maxConcurrency (IDM_MAX_CONCURRENCY)"]],
  [{ IDM_MAX_REQUESTS_PER_SECOND: "0" }, ["idm:maxRequestsPerSecond (IDM_MAX_REQUESTS_PER_SECOND)", "0.01"]],
  [{ IDM_RATE_LIMIT_RESERVE: "95" }, ["idm:rateLimitReserve (IDM_RATE_LIMIT_RESERVE)", "from 0 to 90"]],
  [{ IDM_REQUEST_TIMEOUT_SECONDS: "0x10" }, ["idm:requestTimeoutSeconds (IDM_REQUEST_TIMEOUT_SECONDS)"]],
  [{ IDM_REQUEST_TIMEOUT_SECONDS: "-1" }, ["number from 0.1 to 600"]],
  [{ IDM_RETRY_DEADLINE_SECONDS: "soon" }, ["idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS)"]],
  [{ IDM_BULK_READ: "canary" }, ["idm:bulkRead (IDM_BULK_READ)", "true or false"]],
  [{ IDM_DNS_SERVERS: "ns1.canary.example" }, ["idm:dnsServers (IDM_DNS_SERVERS)", "IP addresses"]],
  [{ IDM_ACCESS_TOKEN: "Bearer canary" }, ["idm:accessToken (IDM_ACCESS_TOKEN)", "word Bearer"]],
  [{ IDM_ACCESS_TOKEN: "canary\nx" }, ["idm:accessToken (IDM_ACCESS_TOKEN)"]],
  [
    { IDM_CLIENT_SECRET: "canary" },
    ["idm:accessToken (IDM_ACCESS_TOKEN) in the environment and idm:clientSecret (IDM_CLIENT_SECRET)"],
  ],
  [{ IDM_KEY_ID: "canary" }, ["idm:keyId (IDM_KEY_ID)", "idm:privateKey (IDM_PRIVATE_KEY). That is not set"]],
  [{ IDM_SIGNING_ALGORITHM: "ES256" }, ["idm:signingAlgorithm (IDM_SIGNING_ALGORITHM)"]],
  [{ IDM_ASSERTION_AUDIENCE: "x" }, ["idm:assertionAudience (IDM_ASSERTION_AUDIENCE)"]],
  [{ IDM_LOG: "verbose" }, ["idm:log (IDM_LOG): it must be debug or json"]],
])("the problem of %j names its settings", (wrong, parts) => {
  const message = problemsOf({ ...valid, ...wrong });
  for (const part of parts) expect(message).toContain(part);
  expect(message).not.toContain("canary");
});

test.each<[Values, string]>([
  [{}, "idm:accessToken (IDM_ACCESS_TOKEN): it is not set"],
  [{ IDM_CLIENT_ID: "canary" }, "idm:clientSecret (IDM_CLIENT_SECRET): it is not set"],
  [{ IDM_CLIENT_SECRET: "canary" }, "idm:clientId (IDM_CLIENT_ID): it is not set"],
  [{ IDM_PRIVATE_KEY: p256.export(pem()).toString() }, "idm:clientId (IDM_CLIENT_ID): it is not set"],
  [{ IDM_CLIENT_ID: "id", IDM_PRIVATE_KEY: "canary" }, "idm:privateKey (IDM_PRIVATE_KEY): it must be"],
  [
    { IDM_CLIENT_ID: "id", IDM_CLIENT_SECRET: "canary", IDM_PRIVATE_KEY: "canary" },
    "idm:clientSecret (IDM_CLIENT_SECRET) in the environment and idm:privateKey (IDM_PRIVATE_KEY) in the environment are set",
  ],
])("incomplete or conflicting credentials are a problem (%#)", (credentials, part) => {
  const message = problemsOf({ ...url, ...credentials });
  expect(message).toContain(part);
  expect(message).not.toMatch(/canary|BEGIN PRIVATE KEY-----\n/);
});

test("one error lists all problems", () => {
  const message = problemsOf({ IDM_MAX_CONCURRENCY: "many", IDM_REQUEST_TIMEOUT_SECONDS: "soon" });
  for (const name of [
    "IDM_BASE_URL",
    "IDM_ACCESS_TOKEN",
    "IDM_REQUEST_TIMEOUT_SECONDS",
    "IDM_MAX_CONCURRENCY",
  ])
    expect(message).toContain(name);
  expect(message).toMatch(/^4 settings are wrong:\n- /);
});

test("a contradiction says where each side is set", () => {
  const message = problemsOf({ ...url, IDM_CLIENT_SECRET: "canary" }, { "idm:accessToken": "canary" });
  expect(message).toContain(
    "idm:accessToken (IDM_ACCESS_TOKEN) in the stack configuration and idm:clientSecret (IDM_CLIENT_SECRET) in the environment are set",
  );
  expect(problemsOf({ ...url, IDM_KEY_ID: "canary" }, { "idm:accessToken": "canary" })).toMatch(
    /IDM_KEY_ID\): it is set in the environment.* idm:accessToken \(IDM_ACCESS_TOKEN\) in the stack configuration is\./,
  );
});

test.each<[Values, RegExp]>([
  [{}, /IDM_ACCESS_TOKEN/],
  [{ IDM_CLIENT_ID: "id" }, /IDM_CLIENT_SECRET/],
  [{ IDM_CLIENT_ID: "id", IDM_KEY_ID: "kid" }, /IDM_PRIVATE_KEY/],
  [{ IDM_SIGNING_ALGORITHM: "ES256", IDM_CLIENT_ID: "id" }, /IDM_PRIVATE_KEY/],
])("settings whose credential alone is absent are incomplete, not wrong (%#)", (environment, missing) => {
  const report = inspectSettings(
    () => undefined,
    (name) => ({ ...url, ...environment })[name],
  );
  expect(report).toMatchObject({ wrong: [], missing: [expect.stringMatching(missing)] });
});

const keyed = (privateKey: string, more: Values = {}) => ({
  ...url,
  IDM_CLIENT_ID: "id",
  IDM_PRIVATE_KEY: privateKey,
  ...more,
});

test.each([
  ["an RSA key", rsaKey.export(pem()), "RS256"],
  ["an RSA key in PKCS #1", rsaKey.export(pem("pkcs1")), "RS256"],
  ["a P-256 key", p256.export(pem()), "ES256"],
  ["a P-256 key in SEC 1", p256.export(pem("sec1")), "ES256"],
  ["a P-384 key", ec("P-384").export(pem()), "ES384"],
  ["a P-521 key", ec("P-521").export(pem()), "ES512"],
  ["an Ed25519 key", generateKeyPairSync("ed25519").privateKey.export(pem()), "EdDSA"],
])("%s signs with its default algorithm when none is set", (_what, key, algorithm) => {
  const { credentials } = read(keyed(key.toString().replaceAll("\n", "\\n")));
  expect(credentials).toMatchObject({ kind: "private-key", algorithm, keyId: undefined });
  expect(credentials).toMatchObject({ privateKey: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/) });
});

test("an algorithm of the key is accepted, and the problem of another one lists those of the key", () => {
  const key = rsaKey.export(pem()).toString();
  expect(read(keyed(key, { IDM_SIGNING_ALGORITHM: "PS512" })).credentials).toMatchObject({
    algorithm: "PS512",
  });
  for (const algorithm of ["ES256", "HS256", "none"]) {
    const message = problemsOf(keyed(key, { IDM_SIGNING_ALGORITHM: algorithm }));
    expect(message).toContain("idm:signingAlgorithm (IDM_SIGNING_ALGORITHM)");
    expect(message).toContain("RS256, RS384, RS512, PS256, PS384, PS512");
  }
});

test.each([
  ["a short RSA key", rsa(1024).export(pem())],
  ["a key on an unsupported curve", ec("secp256k1").export(pem())],
  ["a key for key agreement", generateKeyPairSync("x25519").privateKey.export(pem())],
  ["an encrypted key", p256.export({ ...pem(), cipher: "aes-256-cbc", passphrase: "canary" })],
])("%s is refused", (_what, key) => {
  expect(problemsOf(keyed(key.toString()))).toContain("idm:privateKey (IDM_PRIVATE_KEY)");
});

test("the problem of a short RSA key says its bits", () => {
  expect(problemsOf(keyed(rsa(1024).export(pem()).toString()))).toMatch(
    /IDM_PRIVATE_KEY\): an RSA key must have at least 2048 bits, and this one has 1024\.$/,
  );
});

const variables = (Object.keys(settingTable) as SettingName[]).map(variableName);
const value = fc.string({ minLength: 5 }).map((text) => `canary${text}`);

test("no message contains the value of a setting", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...variables), value, { maxKeys: 12 }), (environment) => {
      expect(problemsOf(environment)).not.toContain("canary");
    }),
  );
});

test("the reference has a row for each setting", () => {
  const page = readFileSync(new URL("../../docs/reference/settings.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `idm:(\w+)`(?: \(secret\))?<br>`(IDM_\w+)` \|/gm)].map((row) =>
    row.slice(1),
  );
  const inTable = (Object.keys(settingTable) as SettingName[]).map((name) => [name, variableName(name)]);
  expect(documented.sort()).toEqual(inTable.sort());
});
