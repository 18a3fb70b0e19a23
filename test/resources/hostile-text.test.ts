import { createServer, type ServerResponse } from "node:http";
import { SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { atPort, failureOf, listen } from "../client/client-for-test.ts";
import { proof, verificationScene } from "../verification/scene.ts";
import { openProvider } from "./handlers.ts";
import { offline } from "./stack-for-test.ts";

/** Clears the screen, rings a bell, begins a line of its own, and turns the direction of text. */
const hostile = "\u001b[2J\u009b2J\u0007\r\nerror: fake\u2028\u202e\u2066";
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** A service that answers `METHOD /path` with these statuses and bodies. */
async function providerOf(answers: Record<string, [status: number, body: unknown]>) {
  const server = createServer((request, response: ServerResponse) => {
    const path = request.url?.replace(/^\/api\/v2|\?.*$/g, "");
    const [status, body] = answers[`${request.method} ${path}`] ?? [404, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  const { IDM_BASE_URL: baseUrl = "" } = atPort(await listen(server));
  const accessToken = await new SignJWT({ scope: `read:roles ${hostile}` })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.alloc(32));
  const provider = openProvider({
    ...offline,
    baseUrl,
    credentials: { kind: "access-token", accessToken },
    requestTimeoutMs: 5_000,
    retryDeadlineMs: 5_000,
  });
  onTestFinished(() => provider.close());
  return provider;
}

function expectPrintable(...texts: readonly string[]): void {
  for (const text of texts) {
    expect(text).toContain("error: fake");
    for (const line of text.split("\n")) expect(line).not.toMatch(steering);
    expect(text).not.toContain("\nerror: fake");
  }
}

test("ids of a service cannot steer a terminal", async () => {
  const roles = ["1", "2"].map((id) => ({ id: id + hostile, name: "admin" }));
  const provider = await providerOf({ "GET /roles": [200, roles] });
  const error = await failureOf(provider.handlersOf("Role").create({ name: "admin", adopt: true }));
  expect(error.code).toBe("ERR_IDM_RESPONSE_SHAPE");
  expectPrintable(error.message);
});

test("what a service says of a refusal, and the scopes of a token, cannot steer a terminal", async () => {
  const said = { message: `no ${hostile}`, errorCode: "no" };
  const provider = await providerOf({ "POST /roles": [403, said] });
  const error = await failureOf(provider.handlersOf("Role").create({ name: `admin${hostile}` }));
  expectPrintable(error.message);
  expect(error.message).toMatch(/it has read:roles, .*fake/);
});

test("a warning about an item that was found cannot steer a terminal", async () => {
  const name = `admin${hostile}`;
  const provider = await providerOf({
    "GET /roles": [200, [{ id: "rol_1", name }]],
    "POST /roles": [503, {}],
  });
  await provider.handlersOf("Role").create({ name });
  expectPrintable(...provider.log);
});

test("what a service says of a domain that fails cannot steer a terminal or fill a screen", async () => {
  const verification = { methods: [{ name: "txt", record: "v", domain: `_idm${hostile}` }] };
  const domain = { custom_domain_id: "cd_1", status: "pending_verification", verification };
  const errorMsg = hostile + "x".repeat(7_000);
  const failed = { ...domain, status: "failed", verification: { methods: [], error_msg: errorMsg } };
  const answers: Parameters<typeof providerOf>[0] = {
    "GET /custom-domains/cd_1": [200, domain],
    "POST /custom-domains/cd_1/verify": [200, {}],
  };
  const provider = await providerOf(answers);
  const wait = failureOf(
    provider
      .handlersOf("CustomDomainVerification")
      .create({ customDomainId: "cd_1", pollIntervalSeconds: 0.01 }),
  );
  await expect.poll(() => provider.log.length).toBeGreaterThan(0);
  answers["GET /custom-domains/cd_1"] = [200, failed];
  const { message } = await wait;
  expectPrintable(message);
  // A record of such a name is none.
  expect(provider.log[0]).toMatch(/the service looks for its record\.$/);
  expect(message.length).toBeLessThan(800);
});

test("what DNS and the service say of a record cannot steer a terminal, and each stays in its line", async () => {
  const { dns, log, add, fail } = await verificationScene({ progressMs: 1, service: { dnsServers: [] } });
  const domain = add();
  dns.records = [proof(domain, `wrong${hostile}`)];
  const error = await fail(domain, { timeoutSeconds: 0.5 });
  expect(error.message.split("\n")).toHaveLength(3);
  expect(error.message).toContain('answers: "wrong');
  for (const text of [...error.message.split("\n"), ...log]) expect(text).not.toMatch(steering);
});

test("ids of a megabyte fill no screen", async () => {
  const roles = ["1", "2"].map((id) => ({ id: id.repeat(1_000_000), name: "admin" }));
  const provider = await providerOf({ "GET /roles": [200, roles] });
  const error = await failureOf(provider.handlersOf("Role").create({ name: "admin", adopt: true }));
  expect(error.message.length).toBeLessThan(10_000);
});
