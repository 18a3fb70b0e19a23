import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { path } from "../../provider/client/path.ts";
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

/** The lines with the time replaced, which differs from run to run. */
const withoutTimes = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/\d+ ms/, "N ms").replace(/, waited \d+ ms/, ""));

/** A server that answers with these headers and remembers the user agents. */
async function answering(headers: Record<string, string>, status = 200, body = "[]") {
  const agents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    agents.add(request.headers["user-agent"]);
    response.writeHead(status, headers).end(body);
  });
  return { settings: atPort(await listen(server)), agents };
}

test("IDM_LOG=debug prints one line a request, with its attempt and without query, header or body", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "status", status: 503, headers: { "x-request-id": "req-1" }, path: /roles/ });
  service.faults.add({ kind: "reset-before", path: /roles/ });
  const client = clientForTest({ ...secretSettings(service), IDM_LOG: "debug" });
  await send(client, { ...listRoles, query: { name_filter: "canary" } });
  expect(withoutTimes(client.log)).toEqual([
    "debug: Access token: POST /oauth/token/: 200 (N ms, attempt 1)",
    "debug: Role: GET /roles: 503 (N ms, attempt 1, request id req-1)",
    "debug: Role: GET /roles: ERR_IDM_NETWORK (N ms, attempt 2)",
    "debug: Role: GET /roles: 200 (N ms, attempt 3)",
  ]);
});

test("IDM_LOG=json prints the facts of each request as one JSON object a line", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "status", status: 503, headers: { "x-request-id": "req-1" }, path: /roles/ });
  service.faults.add({ kind: "reset-before", path: /roles/ });
  const client = clientForTest({ ...secretSettings(service), IDM_LOG: "json" });
  await send(client, { ...listRoles, query: { name_filter: "canary" } });
  const lines = client.log.map((line) => JSON.parse(line));
  const times = { durationMs: expect.any(Number), waitMs: expect.any(Number) };
  const common = { time: expect.stringMatching(/^\d{4}-.*Z$/), level: "debug", ...times };
  const role = { ...common, method: "GET", path: "/roles", resourceType: "Role", resourceName: "admin" };
  const message = (text: string) => expect.stringMatching(new RegExp(`^${text}`));
  expect(lines).toEqual([
    {
      ...common,
      message: message("Access token: POST /oauth/token/: 200"),
      method: "POST",
      path: "/oauth/token/",
      status: 200,
      attempt: 1,
    },
    { ...role, message: message("Role: GET /roles: 503"), status: 503, attempt: 1, requestId: "req-1" },
    { ...role, message: message("Role: GET /roles: ERR_"), error: "ERR_IDM_NETWORK", attempt: 2 },
    { ...role, message: message("Role: GET /roles: 200"), status: 200, attempt: 3 },
  ]);
  expect(client.log.join()).not.toMatch(/canary|Bearer|[\n]/);
});

test("a request that waited a second for its turn says so, and its time begins when it is sent", async () => {
  const service = await serviceForTest();
  const client = clientForTest({
    ...secretSettings(service),
    IDM_LOG: "debug",
    IDM_MAX_REQUESTS_PER_SECOND: "0.8",
  });
  await send(client, listRoles);
  const [, waited] = /: 200 \(\d+ ms, attempt 1, waited (\d+) ms\)/.exec(client.log.at(-1) ?? "") ?? [];
  expect(Number(waited)).toBeGreaterThanOrEqual(1_000);
});

test("without IDM_LOG a request prints nothing", async () => {
  const service = await serviceForTest();
  const client = clientForTest(secretSettings(service));
  await send(client, listRoles);
  expect(client.log).toEqual([]);
});

test("every request names the client and Node, the token request too", async () => {
  const { settings, agents } = await answering({}, 200, '{"access_token":"granted"}');
  const { IDM_ACCESS_TOKEN: _, ...address } = settings;
  await send(clientForTest({ ...address, IDM_CLIENT_ID: "id", IDM_CLIENT_SECRET: "secret" }), listRoles);
  expect([...agents]).toEqual([`pulumi-idm/development node/${process.versions.node}`]);
});

test.each([
  ["x-request-id", "req-1", "request id req-1"],
  ["cf-ray", "8f1e2d3c4b5a6978-FRA", "cf-ray 8f1e2d3c4b5a6978-FRA"],
  ["x-correlation-id", "c-1", "x-correlation-id c-1"],
  ["x-amzn-trace-id", "Root=1-67891233-abcdef;Self=1", "x-amzn-trace-id Root=1-67891233-abcdef;Self=1"],
])("an error names the request by its %s", async (header, value, told) => {
  const { settings } = await answering({ [header]: value }, 400, "<h1>No</h1>");
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error.requestId).toBe(value);
  expect(error.message).toContain(`400 Bad Request on POST /roles (${told}).`);
});

test("the service's own request id goes before that of a proxy", async () => {
  const { settings } = await answering({ "cf-ray": "ray", "x-request-id": "req-1" }, 400);
  expect((await failureOf(send(clientForTest(settings), createRole))).requestId).toBe("req-1");
});

test("HTML of a proxy is told with the proxy's id and the attempt", async () => {
  const { settings } = await answering({ "cf-ray": "ray-1", "content-type": "text/html" }, 200, "<h1>");
  const error = await failureOf(send(clientForTest(settings), listRoles));
  expect(error.message).toContain(
    "GET /roles (attempt 3): 200 with a body that is not JSON (text/html, 4 characters, cf-ray ray-1)",
  );
});

test("errors say how often a request was tried", async () => {
  const refused = await failureOf(send(clientForTest((await answering({}, 503)).settings), listRoles));
  expect(refused.message).toMatch(/^503 Service Unavailable on GET \/roles \(attempt 6\)\./);
  const unreachable = await failureOf(send(clientForTest(atPort(1)), createRole));
  expect(unreachable.message).toMatch(
    /^POST \/roles \(attempt 6\): http:\/\/127\.0\.0\.1:1 could not be reached/,
  );
  const once = await failureOf(
    send(clientForTest((await answering({}, 404)).settings), { ...listRoles, path: path`/roles/1` }),
  );
  expect(once.message).not.toContain("attempt");
});

test("NODE_TLS_REJECT_UNAUTHORIZED=0 is warned of once, where TLS is used", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const warnings = (scheme: string) => clientForTest(atPort(1, scheme)).log;
  expect(warnings("https")).toEqual([
    expect.stringContaining("warning: NODE_TLS_REJECT_UNAUTHORIZED=0 is set"),
  ]);
  expect(warnings("http")).toEqual([]);
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "1");
  expect(warnings("https")).toEqual([]);
});
