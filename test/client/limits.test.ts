import { createServer } from "node:http";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import type { ApiCall } from "../../provider/client/api-call.ts";
import {
  anyToken,
  atPort,
  clientForTest,
  createRole,
  failureOf,
  listen,
  listRoles,
  send,
} from "./client-for-test.ts";

/** A server that answers each request with this status and message. */
async function answering(status: number, message: string, headers: Record<string, string> = {}) {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.method);
    response.writeHead(status, headers).end(JSON.stringify({ statusCode: status, message }));
  });
  return { requests, settings: atPort(await listen(server)) };
}

test("a 429 that never ends is told as such, with the service's message", async () => {
  const { settings } = await answering(429, "Global limit has been reached", {
    "retry-after": "0",
  });
  const error = await failureOf(send(clientForTest(settings), createRole, { deadlineMs: 1_200 }));
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 429 });
  expect(error.message).toMatch(/^429 Too Many Requests on POST \/roles[. ]/);
  expect(error.message).toContain("The service says: Global limit has been reached.");
  expect(error.message).toContain("until this operation's deadline passed (1.2 s)");
  expect(error.message).not.toContain("not done within");
});

test("a request that was never sent because of a 429 to another says so", async () => {
  const { requests, settings } = await answering(429, "Global limit has been reached", {
    "retry-after": "5",
  });
  const client = clientForTest({ ...settings, IDM_LOG: "debug" });
  const stop = new AbortController();
  const first = failureOf(send(client, createRole, { stop: stop.signal }));
  await expect.poll(() => client.log.join()).toContain("429");
  const second = await failureOf(send(client, listRoles, { deadlineMs: 300 }));
  expect(second).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(second.message).toContain("GET /roles: not done within 0.3 s");
  expect(second.message).toContain(
    "It was never sent, because the service limits the rate of requests: 429 Too Many Requests on POST /roles. The service says: Global limit has been reached.",
  );
  expect(requests).toEqual(["POST"]);
  stop.abort();
  await first;
});

test.each([
  ["7", "7 s"],
  ["99999999999", "more than a day"],
])(
  "a Retry-After of %s beyond the deadline fails at once, and nothing is said to wait",
  async (seconds, words) => {
    for (const status of [503, 429]) {
      const { requests, settings } = await answering(status, "maintenance", { "retry-after": seconds });
      const client = clientForTest(settings);
      const error = await failureOf(send(client, listRoles, { deadlineMs: 6_500 }));
      expect(error).toMatchObject({ code: "ERR_IDM_API", status });
      expect(error.message).toContain(
        status === 503
          ? `later: the service asks to wait ${words}.`
          : `allows the next request in ${words}, after`,
      );
      expect(client.log).toEqual([]);
      expect(requests).toHaveLength(1);
    }
  },
);

test("a request that could only wait for the end of a 503's Retry-After fails at once", async () => {
  const { requests, settings } = await answering(503, "maintenance", { "retry-after": "50" });
  const client = clientForTest(settings);
  await failureOf(send(client, createRole));
  const error = await failureOf(send(client, listRoles, { deadlineMs: 20_000 }));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(error.message).toMatch(
    /^GET \/roles: It was never sent, because the service is not available for now: 503.* asks to wait 50 s/,
  );
  expect(client.log).toEqual([]);
  expect(requests).toEqual(["POST"]);
});

test("a wait is told when a request waits for the end of a 503's Retry-After", async () => {
  const { settings } = await answering(503, "maintenance", { "retry-after": "20" });
  const client = clientForTest(settings);
  await failureOf(send(client, createRole));
  const stop = new AbortController();
  const waiting = failureOf(send(client, listRoles, { deadlineMs: 60_000, stop: stop.signal }));
  await expect
    .poll(() => client.log)
    .toEqual([expect.stringMatching(/^The service is not available for now: waiting (19|20) s\.$/)]);
  stop.abort();
  await waiting;
});

test("a call without query parameters has no question mark", async () => {
  const urls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url);
    response.end("[]");
  });
  const client = clientForTest(atPort(await listen(server)));
  const queries: ApiCall["query"][] = [{}, undefined, { page: "1" }];
  for (const query of queries) await send(client, { ...listRoles, query });
  expect(urls).toEqual(["/api/v2/roles", "/api/v2/roles", "/api/v2/roles?page=1"]);
});

test("a 403 about the subscription, to an opaque token, does not end with advice on scopes", async () => {
  const { settings } = await answering(403, "Upgrade your subscription to create a custom domain.");
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error.message).toContain("Upgrade your subscription");
  expect(error.message).not.toContain("scope");
  expect(error.message).toContain("Check its plan");
});

test("a 403 to a token that does not say its scopes does not claim that it has none", async () => {
  const { settings } = await answering(403, "Insufficient privileges");
  const token = await new SignJWT({ sub: "client" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.alloc(32));
  const error = await failureOf(
    send(clientForTest({ ...anyToken, ...settings, IDM_ACCESS_TOKEN: token }), createRole),
  );
  expect(error.message).toContain("It needs the scope create:roles");
  expect(error.message).not.toContain("no scope");
});
