import { createServer } from "node:http";
import { createServer as createBareServer } from "node:net";
import { inspect } from "node:util";
import { exportPKCS8, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { redactor } from "../../provider/client/redact.ts";
import type { Fault } from "../service/faults.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  atPort,
  clientForTest,
  createRole,
  type Environment,
  failureOf,
  keySettings,
  listen,
  secretSettings,
  send,
} from "./client-for-test.ts";

/** Everything that an error contains, at any depth, also in hidden properties. */
const shown = (error: unknown) => inspect(error, { depth: null, showHidden: true, maxStringLength: null });

/** The secrets in these settings, and each line of a private key. */
function secretsOf(settings: Environment): string[] {
  const { IDM_CLIENT_SECRET, IDM_ACCESS_TOKEN, IDM_PRIVATE_KEY = "" } = settings;
  const lines = IDM_PRIVATE_KEY.split("\n").filter((line) => line && !line.startsWith("-"));
  return [IDM_CLIENT_SECRET, IDM_ACCESS_TOKEN, ...lines].filter((secret) => secret !== undefined);
}

function expectClean(error: unknown, secrets: readonly string[]): void {
  const text = shown(error);
  for (const secret of [...secrets, "Bearer", "Basic "]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/eyJ[\w-]+\./);
}

const faults: Fault[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "no-answer" },
  { kind: "expired-token" },
  { kind: "redirect", to: "http://localhost:1/" },
  { kind: "html" },
  { kind: "cut-json" },
  { kind: "not-json" },
  { kind: "huge-body" },
  ...[400, 403, 404, 409, 500, 501].map((status): Fault => ({ kind: "status", status })),
  { kind: "status", status: 429, headers: { "retry-after": "9999" } },
];

test.each(faults)("no error shows a secret, a header or a body after %j", async (fault) => {
  const service = await serviceForTest();
  for (const settings of [secretSettings(service), keySettings(service)]) {
    for (const path of [/roles/, /oauth/]) {
      service.faults.add({ ...fault, path, times: 99 });
      const limits = { IDM_REQUEST_TIMEOUT_SECONDS: "0.1", IDM_RETRY_DEADLINE_SECONDS: "0.3" };
      const call = { ...createRole, body: { name: "canary-of-the-body" } };
      const error = await failureOf(send(clientForTest({ ...settings, ...limits }), call));
      expectClean(error, [...secretsOf(settings), "canary-of-the-body", "client_assertion"]);
      service.faults.clear();
    }
  }
});

/** A server that echoes the request in every place that an error might show. */
async function echo(status: number, form: (text: string) => string) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const text = form(`${request.headers.authorization} ${body} ${decodeURIComponent(body)}`);
      const header = text.replace(/[^\x20-\x7e]/g, " ").slice(0, 4000);
      response.writeHead(status, { "x-request-id": header, "content-type": header });
      response.end(text);
    });
  });
  return atPort(await listen(server));
}

const asError = (text: string) => JSON.stringify({ message: text, error: text, errorCode: text });
const asText = (text: string) => text;

test.each([
  [400, asError],
  [403, asError],
  [500, asError],
  [200, asText],
  [400, asText],
])("secrets that a service echoes are not shown (%i, %o)", async (status, form) => {
  const secret = 'canary "secret" & more/';
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { IDM_ACCESS_TOKEN: _, ...address } = await echo(status, form);
  const kinds: Environment[] = [
    { IDM_ACCESS_TOKEN: "canary-access-token" },
    { IDM_CLIENT_ID: "id", IDM_CLIENT_SECRET: secret },
    { IDM_CLIENT_ID: "id", IDM_PRIVATE_KEY: await exportPKCS8(privateKey) },
  ];
  for (const kind of kinds) {
    const settings = { ...address, ...kind, IDM_RETRY_DEADLINE_SECONDS: "0.2" };
    const error = await failureOf(send(clientForTest(settings), createRole));
    const text = shown(error);
    for (const canary of [...secretsOf(settings), "canary"]) expect(text).not.toContain(canary);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
  }
});

test("a granted opaque token is redacted like a configured one", async () => {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/oauth")) response.end('{"access_token":"granted-canary"}');
    else response.writeHead(400).end(JSON.stringify({ message: `bad ${request.headers.authorization}` }));
  });
  const { IDM_ACCESS_TOKEN: _, ...address } = atPort(await listen(server));
  const settings = { ...address, IDM_CLIENT_ID: "id", IDM_CLIENT_SECRET: "secret" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error.message).toContain("bad Bearer [secret]");
  expect(shown(error)).not.toContain("granted-canary");
});

test("bytes that are not HTTP are not shown", async () => {
  const server = createBareServer((socket) => {
    socket.on("error", () => {}).on("data", (data) => socket.end(`canary ${data}\r\n\r\n`));
  });
  const settings = { ...atPort(await listen(server)), IDM_ACCESS_TOKEN: "canary-token" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error.code).toBe("ERR_IDM_UNKNOWN_OUTCOME");
  expect(shown(error)).not.toContain("canary");
});

test("a credential is redacted as it is, form-encoded and as JSON", () => {
  const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: 'a "b" c/d' });
  for (const spelled of ['a "b" c/d', "a+%22b%22+c%2Fd", "a%20%22b%22%20c%2Fd", 'a \\"b\\" c/d'])
    expect(redact(`<${spelled}>`)).toBe("<[secret]>");
});

test("a credential of fewer than 6 characters is redacted as a whole word", () => {
  const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: "p4ss" });
  expect(redact('wrong secret "p4ss" in client_secret=p4ss, not p4ssive')).toBe(
    'wrong secret "[secret]" in client_secret=[secret], not p4ssive',
  );
  expect(redact("the token is t0k", "t0k")).toBe("the token is [secret]");
});

test("a client that is printed shows no credential", async () => {
  const service = await serviceForTest();
  const token = await service.issueToken();
  for (const settings of [
    secretSettings(service),
    keySettings(service),
    { IDM_BASE_URL: service.baseUrl, IDM_ACCESS_TOKEN: token },
  ]) {
    const { client } = clientForTest(settings);
    await client.operate("Role", (operation) => client.request(createRole, operation));
    const printed = inspect(client, { depth: null, showHidden: true, getters: false });
    expect(printed).toContain(service.baseUrl);
    expectClean([printed, JSON.stringify(client), { ...client }], secretsOf(settings));
  }
});

test.each(["…", "...", "....."])("the beginning of a secret is not shown either before %s", (dots) => {
  const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: "canary-secret" });
  expect(redact(`bad canary-se${dots} is wrong`)).toBe(`bad [secret]${dots} is wrong`);
  expect(redact(`bad CANARY${dots}, canary-secret${dots} and cana${dots}`)).toBe(
    `bad [secret]${dots}, [secret]${dots} and cana${dots}`,
  );
});

test("the beginning of a secret with dots is not shown where a text was cut behind one of them", () => {
  const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: "canary.se..ret" });
  expect(redact("bad canary.... is wrong")).toBe("bad [secret].... is wrong");
  expect(redact("bad canary.se..... is wrong")).toBe("bad [secret]..... is wrong");
});

test("a secret with a control character is redacted as a terminal shows it", () => {
  const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: "canary\tsecret" });
  expect(redact("bad canary secret")).toBe("bad [secret]");
});
