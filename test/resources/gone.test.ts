// What counts as gone: only what the service itself says.
import { expect, test } from "vitest";
import type { Fault } from "../service/faults.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";
import { changed, program, role, snapshot } from "./three-items.ts";

const foreign404: [string, Partial<Fault>][] = [
  ["an HTML page", { headers: { "content-type": "text/html" }, body: "<html>404</html>" }],
  ["the JSON of a gateway", { body: { message: "no Route matched with those values" } }],
  ["an empty body", { headers: { "content-type": "text/plain" }, body: "" }],
];

test.each(foreign404)(
  "a 404 with %s is an error of refresh, update and delete, and loses nothing",
  async (_, page) => {
    const { service, stack, up } = await worldForTest();
    await up(program);
    const items = snapshot(service);
    service.faults.add({ kind: "status", status: 404, times: 1_000, ...page } as Fault);
    for (const report of [await stack.refresh(), await stack.up(changed), await stack.destroy()]) {
      expect(Object.keys(report.errors).sort()).toEqual(["domain", "role", "template"]);
      for (const error of Object.values(report.errors)) {
        expect(error).toMatchObject({ status: 404, isOwn: false });
        expect(error.message).toMatch(
          /(not an error of the service itself|does not know this path).*idm:baseUrl/,
        );
        expect(error.message).not.toContain("no longer exists: run");
      }
    }
    service.faults.clear();
    expect(snapshot(service)).toEqual(items);
    expect(await up(program)).toEqual({ role: "same", domain: "same", template: "same" });
  },
);

/** What a router, or a gateway of the service's own framework, answers for an operation that it does not know. */
const vague = { statusCode: 404, error: "Not Found", message: "Not Found" };
const anyItem = /\/(roles|custom-domains|templates)\/[^/]+$/;
const anyPath = /\/api\/v2\//;

test.each<[string, RegExp, RegExp]>([
  ["has the item", anyItem, /exists, as GET \/[a-z/-]+ shows: the service does not support this operation/],
  [
    "cannot be read",
    anyPath,
    /does not say whether the [a-z ]+ \w+ exists, and the list cannot be read: 404/,
  ],
])(
  "a 404 that says Not Found and no more, where the list %s, is an error of refresh and delete, and loses nothing",
  async (_, path, reason) => {
    const { service, stack, up } = await worldForTest();
    await up(program);
    const items = snapshot(service);
    for (const method of ["GET", "DELETE"])
      service.faults.add({ kind: "status", status: 404, times: 1_000, path, method, body: vague });
    for (const report of [await stack.refresh(), await stack.destroy()]) {
      expect(Object.keys(report.errors).sort()).toEqual(["domain", "role", "template"]);
      for (const { message } of Object.values(report.errors)) {
        expect(message).toMatch(reason);
        expect(message).toMatch(/404 Not Found on (GET|DELETE) \/.*(--exclude|pulumi state delete)/);
        expect(message).toContain("Without it the resource cannot be");
      }
    }
    service.faults.clear();
    expect(snapshot(service)).toEqual(items);
    expect(await up(program)).toEqual({ role: "same", domain: "same", template: "same" });
  },
);

test("a 404 that says Not Found and no more counts as gone where the list does not have the item", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ ...program, kept: role({ name: "kept" }) });
  const [first = ""] = service.tenant.roles.keys();
  for (const items of [service.tenant.domains, service.tenant.templates]) items.clear();
  service.tenant.roles.delete(first);
  const path = new RegExp(`/(custom-domains|templates)/[^/]+$|${first}$`);
  service.faults.add({ kind: "status", status: 404, times: 1_000, path, body: vague });
  const gone = { role: "gone", domain: "gone", template: "gone", kept: "read" };
  const before = stack.snapshot();
  expect(succeeded(await stack.refresh()).steps).toEqual(gone);
  stack.restore(before);
  succeeded(await stack.destroy());
  expect(Object.values(snapshot(service)).flat()).toEqual([]);
});

test("a 404 that names the item counts as gone at once, with no more requests", async () => {
  const { service, stack, up } = await worldForTest();
  await up(program);
  for (const items of [service.tenant.roles, service.tenant.domains, service.tenant.templates]) items.clear();
  service.requests.reset();
  await stack.refresh();
  expect(service.requests.api.length).toBe(3);
  expect(stack.state.size).toBe(0);
});

test("a 410 counts as gone only with the service's own error too", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ role: program.role });
  service.faults.add({ kind: "status", status: 410, method: "GET", body: "<html>410</html>" });
  expect((await stack.refresh()).errors.role?.message).toContain("410 Gone on GET /roles/");
  const body = { statusCode: 410, error: "Gone", message: "The role was deleted." };
  service.faults.add({ kind: "status", status: 410, method: "GET", body });
  expect((await stack.refresh()).steps).toEqual({ role: "gone" });
});
