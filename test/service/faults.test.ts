import { expect, test } from "vitest";
import { type Fault, Faults } from "./faults.ts";
import type { Service } from "./service.ts";
import { askToken, type CallResult, call, serviceForTest } from "./service-for-test.ts";

const createRole = (service: Service): Promise<CallResult> =>
  call(service, "POST", "/roles", { body: { name: "a" } });

const withinTenSeconds = { timeout: 10_000 };

test("a fault applies to its method and path, from the request after `after`, `times` times", () => {
  const faults = new Faults();
  faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/g, after: 1, times: 2 });
  const met = (method: string, path: string): boolean => faults.next(method, path) !== undefined;
  expect(met("GET", "/api/v2/roles")).toBe(false);
  expect(met("POST", "/api/v2/custom-domains")).toBe(false);
  expect([1, 2, 3, 4].map(() => met("POST", "/api/v2/roles"))).toEqual([false, true, true, false]);
  expect([faults.met, faults.waiting]).toEqual([2, 0]);
});

test("two faults for the same requests apply one after the other", () => {
  const faults = new Faults();
  faults.add({ kind: "html" });
  faults.add({ kind: "reset-after" });
  expect([1, 2, 3].map(() => faults.next("GET", "/")?.kind)).toEqual(["html", "reset-after", undefined]);
});

test.each<[Fault, number]>([
  [{ kind: "reset-before" }, 0],
  [{ kind: "reset-after" }, 1],
  [{ kind: "cut-json" }, 1],
])("%j closes the connection with %i roles created", async (fault, created) => {
  const service = await serviceForTest();
  service.faults.add(fault);
  await expect(createRole(service)).rejects.toThrow();
  expect(service.tenant.roles.size).toBe(created);
  expect((await createRole(service)).status).toBe(200);
});

test.each<[Fault, number]>([
  [{ kind: "no-answer" }, 0],
  [{ kind: "no-answer-after" }, 1],
])("%j sends no response until the service closes, with %i roles created", async (fault, created) => {
  const service = await serviceForTest();
  service.faults.add(fault);
  const pending = createRole(service);
  const ended = expect(pending).rejects.toThrow();
  await expect.poll(() => service.faults.met, withinTenSeconds).toBe(1);
  await expect.poll(() => service.tenant.roles.size, withinTenSeconds).toBe(created);
  expect((await call(service, "GET", "/roles")).status).toBe(200);
  expect(service.requests.api[0]?.status).toBe(0);
  await service.close();
  await ended;
});

test.each<[Fault, number, Partial<CallResult>]>([
  [{ kind: "slow", ms: 5 }, 1, { status: 200 }],
  [
    { kind: "status", status: 503, headers: { "retry-after": "1" } },
    0,
    { status: 503, json: { statusCode: 503 } },
  ],
  [{ kind: "status", status: 404, body: { message: "mine" } }, 0, { status: 404, json: { message: "mine" } }],
  [{ kind: "expired-token" }, 0, { status: 401 }],
  [{ kind: "redirect", to: "http://127.0.0.1:9/else" }, 0, { status: 307 }],
  [{ kind: "status-after", status: 502 }, 1, { status: 502, json: { statusCode: 502 } }],
  [{ kind: "html" }, 1, { status: 200, text: expect.stringContaining("<h1>") }],
  [{ kind: "empty-body" }, 1, { status: 200, text: "" }],
  [{ kind: "not-json" }, 1, { status: 200, json: undefined }],
  [{ kind: "wrong-content-type" }, 1, { status: 200, json: expect.objectContaining({ name: "a" }) }],
  [{ kind: "unknown-fields" }, 1, { json: expect.objectContaining({ name: "a", unknown_text: "new" }) }],
  [{ kind: "missing-fields" }, 1, { json: { description: "" } }],
  [{ kind: "missing-fields", fields: ["description"] }, 1, { json: { id: expect.any(String), name: "a" } }],
])("%j sends a response with %i roles created", async (fault, created, expected) => {
  const service = await serviceForTest();
  service.faults.add(fault);
  expect(await createRole(service)).toMatchObject(expected);
  expect(service.tenant.roles.size).toBe(created);
});

test("the headers of a fault are sent", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "status", status: 429, headers: { "x-ratelimit-reset": "17" } });
  expect((await createRole(service)).headers.get("x-ratelimit-reset")).toBe("17");
  service.faults.add({ kind: "redirect", to: "/api/v2/elsewhere", status: 302 });
  expect((await createRole(service)).headers.get("location")).toBe("/api/v2/elsewhere");
  service.faults.add({ kind: "wrong-content-type" });
  expect((await createRole(service)).headers.get("content-type")).toMatch(/^text\/plain/);
  service.faults.add({ kind: "expired-token" });
  expect((await createRole(service)).headers.get("www-authenticate")).toContain("Bearer");
});

test("a huge body is valid JSON of more than 20 MB", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "huge-body" });
  const { text, json } = await createRole(service);
  expect(text.length).toBeGreaterThan(20 * 1024 * 1024);
  expect(json.name).toBe("a");
});

test("deep JSON has 10,000 levels", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "deep-json" });
  const { text } = await createRole(service);
  expect(text.endsWith(`"deep":${"[".repeat(10_000)}${"]".repeat(10_000)}}`)).toBe(true);
});

test("a fault after a delete, which has no body, still deletes", async () => {
  const service = await serviceForTest();
  for (const kind of ["html", "not-json", "cut-json", "reset-after"] as const) {
    const { id } = service.tenant.addRole({ name: kind });
    service.faults.add({ kind, method: "DELETE" });
    await call(service, "DELETE", `/roles/${id}`).catch(() => undefined);
    expect(service.tenant.roles.has(id)).toBe(false);
  }
  expect(service.faults.waiting).toBe(0);
});

test("faults apply to token requests too", async () => {
  const service = await serviceForTest();
  const form = { audience: "/api/v2/", client_id: service.client.id, client_secret: service.client.secret };
  const path = /oauth\/token/;
  service.faults.add({ path, kind: "status", status: 503 });
  expect((await askToken(service, form)).status).toBe(503);
  service.faults.add({ path, kind: "missing-fields" });
  expect(await (await askToken(service, form)).json()).not.toHaveProperty("access_token");
  service.faults.add({ path, kind: "reset-before" });
  await expect(askToken(service, form)).rejects.toThrow();
  service.faults.add({ path, kind: "reset-after" });
  await expect(askToken(service, form)).rejects.toThrow();
  expect((await askToken(service, form)).status).toBe(200);
});
