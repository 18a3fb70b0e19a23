import { expect, test } from "vitest";
import type { Service } from "./service.ts";
import { call, serviceForTest } from "./service-for-test.ts";

test("a role is created, read, updated and deleted, and a second delete is a 404", async () => {
  const service = await serviceForTest();
  const { json: role } = await call(service, "POST", "/roles", { body: { name: "admin" } });
  expect(role).toEqual({ id: expect.stringMatching(/^rol_\w{16}$/), name: "admin", description: "" });
  const changed = await call(service, "PATCH", `/roles/${role.id}`, { body: { description: "all" } });
  expect(changed.json).toEqual({ ...role, description: "all" });
  expect((await call(service, "GET", `/roles/${role.id}`)).json).toEqual(changed.json);
  expect((await call(service, "DELETE", `/roles/${role.id}`)).status).toBe(204);
  expect((await call(service, "DELETE", `/roles/${role.id}`)).status).toBe(404);
  expect((await call(service, "GET", `/roles/${role.id}`)).status).toBe(404);
});

test("two roles may have the same name", async () => {
  const service = await serviceForTest();
  for (const _ of [1, 2]) await call(service, "POST", "/roles", { body: { name: "twin" } });
  expect(service.tenant.roles.size).toBe(2);
});

test.each([{}, { name: 1 }, { name: "a", description: null }, { name: "a", permissions: [] }, [], "text"])(
  "%j is refused with 400",
  async (body) => {
    const service = await serviceForTest();
    const answer = await call(service, "POST", "/roles", { body: JSON.stringify(body) });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ statusCode: 400, error: "Bad Request", errorCode: "invalid_body" });
    expect(service.tenant.roles.size).toBe(0);
  },
);

test("an unknown query parameter is refused", async () => {
  const service = await serviceForTest();
  expect((await call(service, "GET", "/roles?name=a")).status).toBe(400);
  expect((await call(service, "POST", "/roles?dry_run=1", { body: { name: "a" } })).status).toBe(400);
});

const names = (items: { name: string }[]): string[] => items.map(({ name }) => name);

function seed(service: Service): void {
  for (const name of ["Ops 1", "ops 2", "dev", "OPS 3"]) service.tenant.addRole({ name });
}

test("name_filter of a list selects names that contain the value, in any case", async () => {
  const service = await serviceForTest();
  seed(service);
  expect(names((await call(service, "GET", "/roles?name_filter=ops")).json)).toEqual([
    "Ops 1",
    "ops 2",
    "OPS 3",
  ]);
  const second = await call(service, "GET", "/roles?name_filter=ops&per_page=2&page=1");
  expect(names(second.json)).toEqual(["OPS 3"]);
});

test("the paged shape of a list has start, limit and total", async () => {
  const service = await serviceForTest({ listShape: "paged", pageSize: 3 });
  seed(service);
  const { json } = await call(service, "GET", "/roles?page=1&per_page=100");
  expect(json).toMatchObject({ start: 3, limit: 3, total: 4, roles: [{ name: "OPS 3" }] });
});

test("the next shape of a list has next until the last page", async () => {
  const service = await serviceForTest({ listShape: "next" });
  seed(service);
  const first = await call(service, "GET", "/roles?take=3");
  const last = await call(service, "GET", `/roles?take=3&from=${first.json.next}`);
  expect(names([...first.json.roles, ...last.json.roles])).toEqual(["Ops 1", "ops 2", "dev", "OPS 3"]);
  expect(last.json).not.toHaveProperty("next");
});
