import { expect, test } from "vitest";
import { call, serviceForTest } from "./service-for-test.ts";
import { TokenBucket } from "./token-bucket.ts";

test("the bucket holds at most the burst, and fills over time", () => {
  let now = 1_000_000;
  const bucket = new TokenBucket({ perSecond: 2, burst: 3 }, () => now);
  for (const _ of [1, 2, 3]) bucket.take();
  expect(() => bucket.take()).toThrow(expect.objectContaining({ status: 429 }));
  now += 499;
  expect(() => bucket.take()).toThrow(expect.objectContaining({ status: 429 }));
  now += 1;
  bucket.take();
  now += 3_600_000;
  for (const _ of [1, 2, 3]) bucket.take();
  expect(() => bucket.take()).toThrow(expect.objectContaining({ status: 429 }));
});

test("the headers have the limit, the tokens left, and the UNIX time of the next token", () => {
  const bucket = new TokenBucket({ perSecond: 0.5, burst: 1 }, () => 1_000_000);
  expect(bucket.headers()).toMatchObject({ "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1000" });
  bucket.take();
  expect(bucket.headers()).toEqual({
    "x-ratelimit-limit": "1",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "1002",
  });
});

test("a request beyond the limit is a 429 with the three headers, and has no effect", async () => {
  const service = await serviceForTest({ rateLimit: { perSecond: 0.001, burst: 1 } });
  const body = { name: "a" };
  const first = await call(service, "POST", "/roles", { body });
  const second = await call(service, "POST", "/roles", { body });
  expect([first.status, second.status]).toEqual([200, 429]);
  expect(first.headers.has("x-ratelimit-limit")).toBe(false);
  expect(second.headers.get("x-ratelimit-limit")).toBe("1");
  expect(second.headers.get("x-ratelimit-remaining")).toBe("0");
  expect(Number(second.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
  expect(second.json).toMatchObject({ statusCode: 429, error: "Too Many Requests" });
  expect(service.tenant.roles.size).toBe(1);
});

test("rateLimitHeadersAlways adds the headers to every response", async () => {
  const service = await serviceForTest({
    rateLimit: { perSecond: 0.001, burst: 9 },
    rateLimitHeadersAlways: true,
  });
  const { headers } = await call(service, "GET", "/roles");
  expect(headers.get("x-ratelimit-remaining")).toBe("8");
});

test("verify has its own limit", async () => {
  const service = await serviceForTest({ verifyLimit: 2 });
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "self_managed_certs",
  });
  const statuses = [];
  for (const _ of [1, 2, 3])
    statuses.push((await call(service, "POST", `/custom-domains/${id}/verify`)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await call(service, "GET", `/custom-domains/${id}`)).status).toBe(200);
});

test("documentedOnly leaves the four documented operations", async () => {
  const service = await serviceForTest({ documentedOnly: true });
  const { id } = service.tenant.addTemplate();
  const { eventStreamId, eventId } = service.tenant.addEvent();
  const templates = "/verifiable-credentials/verification/templates";
  const domain = { domain: "a.example.com", type: "self_managed_certs" };
  const role = await call(service, "POST", "/roles", { body: { name: "a" } });
  const documented = [
    await call(service, "POST", "/custom-domains", { body: domain }),
    await call(service, "PATCH", `${templates}/${id}`, { body: {} }),
    await call(service, "POST", `/event-streams/${eventStreamId}/redeliver/${eventId}`),
  ];
  expect([role, ...documented].map(({ status }) => status)).toEqual([200, 201, 200, 202]);
  const conventional = [
    ["GET", "/roles"],
    ["DELETE", `/roles/${role.json.id}`],
    ["POST", templates],
    ["GET", "/custom-domains"],
  ] as const;
  for (const [method, path] of conventional) expect((await call(service, method, path)).status).toBe(405);
  expect(service.tenant.roles.size).toBe(1);
});

test("the log separates API requests from token requests", async () => {
  const service = await serviceForTest();
  await call(service, "GET", "/roles?page=0");
  await fetch(`${service.authUrl}/oauth/token/`, { method: "POST" });
  expect(service.requests.api).toMatchObject([
    { method: "GET", path: "/api/v2/roles", query: "?page=0", status: 200 },
  ]);
  expect(service.requests.token).toMatchObject([{ method: "POST", path: "/oauth/token/", status: 400 }]);
  service.requests.reset();
  expect([service.requests.api, service.requests.token]).toEqual([[], []]);
});

test("maxInFlight counts the requests that overlap", async () => {
  const service = await serviceForTest();
  for (const _ of [1, 2, 3]) await call(service, "GET", "/roles");
  expect(service.maxInFlight).toBe(1);
  service.faults.add({ kind: "no-answer", times: 3 });
  const pending = Promise.allSettled([1, 2, 3].map(() => call(service, "GET", "/roles")));
  await expect.poll(() => service.maxInFlight, { timeout: 10_000 }).toBe(3);
  await service.close();
  await pending;
});

test("an unknown path, broken JSON and another content type get a JSON error", async () => {
  const service = await serviceForTest();
  expect((await call(service, "GET", "/users")).json).toMatchObject({ statusCode: 404 });
  expect((await call(service, "POST", "/roles", { body: "{" })).json).toMatchObject({ statusCode: 400 });
  const xml = { headers: { "content-type": "application/xml" }, body: "<role/>" };
  expect((await call(service, "POST", "/roles", xml)).json).toMatchObject({ statusCode: 415 });
});
