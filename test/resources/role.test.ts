import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;

test("a role needs a name that is a text, and takes nothing that it does not know", async () => {
  expect(await failuresOf("Role", {})).toEqual({ name: "is required" });
  expect(await failuresOf("Role", { name: "" })).toEqual({ name: "must not be empty" });
  expect(await failuresOf("Role", { name: 5, description: null, adopt: "yes" })).toEqual({
    name: "must be text",
    description: "must be text",
    adopt: "must be true or false",
  });
  expect(Object.keys(await failuresOf("Role", { name: "a", permissions: [] }))).toEqual(["permissions"]);
});

test("a role is made by one request that holds just what is declared", async () => {
  const { service, stack, up } = await worldForTest();
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "create" });
  expect(service.requests.api).toMatchObject([{ method: "POST", path: "/api/v2/roles" }]);
  const [made] = service.tenant.roles.values();
  expect(made).toEqual({ id: expect.any(String), name: "admin" });
  expect(stack.outputs("a")).toMatchObject({ roleId: made?.id, name: "admin", description: "" });
  expect(stack.state.get("a")?.id).toBe(made?.id);
});

test("an unchanged program sends nothing", async () => {
  const { service, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }), b: role({ name: "reader" }) };
  await up(program);
  service.requests.reset();
  expect(await up(program)).toEqual({ a: "same", b: "same" });
  expect(service.requests.api).toEqual([]);
});

test("name and description change in place, and an update sends just what differs", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin", description: "all" }) });
  const { id } = stack.state.get("a") ?? {};
  expect(await up({ a: role({ name: "owner", description: "all" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toEqual([{ id, name: "owner", description: "all" }]);
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
});

test("a description that is no longer declared becomes the empty text", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin", description: "all" }) });
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "admin", description: "" }]);
  expect(stack.outputs("a").description).toBe("");
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "same" });
});

test("a description that was never declared is neither compared nor touched", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin" }) };
  await up(program);
  for (const made of service.tenant.roles.values()) made.description = "by hand";
  succeeded(await stack.refresh());
  expect(stack.outputs("a").description).toBe("by hand");
  expect(await up(program)).toEqual({ a: "same" });
  expect(await up({ a: role({ name: "owner" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "owner", description: "by hand" }]);
});

test("declaring what the service has already is remembered without a request", async () => {
  const { service, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  service.requests.reset();
  expect(await up({ a: role({ name: "admin", description: "" }) })).toEqual({ a: "update" });
  expect(service.requests.api).toEqual([]);
  expect(await up({ a: role({ name: "admin", description: "" }) })).toEqual({ a: "same" });
});

test("drift shows after a refresh and is put back", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }) };
  await up(program);
  for (const made of service.tenant.roles.values()) made.description = "by hand";
  expect(await up(program)).toEqual({ a: "same" });
  succeeded(await stack.refresh());
  expect(stack.state.get("a")?.inputs).toMatchObject({ name: "admin", description: "by hand" });
  expect(await up(program)).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ description: "all" }]);
});

test("a role that is gone is found by a refresh and made anew", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin" }) };
  await up(program);
  service.tenant.roles.clear();
  expect((await stack.refresh()).steps).toEqual({ a: "gone" });
  expect(await up(program)).toEqual({ a: "create" });
  expect(service.tenant.roles.size).toBe(1);
});

test("delete removes the role, and succeeds when it is already gone", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "a" }), b: role({ name: "b" }) });
  service.tenant.roles.delete(stack.state.get("a")?.id ?? "");
  succeeded(await stack.destroy());
  expect(service.tenant.roles.size).toBe(0);
  expect(stack.state.size).toBe(0);
});

test("get reads a role by nothing but its id", async () => {
  const { service, provider } = await worldForTest();
  const { id } = service.tenant.addRole({ name: "admin", description: "all" });
  const read = await provider.handlers.Role.read(id, { __provider: "shell" });
  expect(read).toMatchObject({ id, props: { roleId: id, name: "admin", description: "all" }, inputs: {} });
  await expect(provider.handlers.Role.read("rol_none", { __provider: "shell" })).rejects.toThrow(
    /^Role "rol_none": .*Correct the id that Role\.get is given/,
  );
});

test("adopt takes over the role of exactly that name and brings it to what is declared", async () => {
  const { service, stack, up } = await worldForTest({ pageSize: 2, listShape: "paged" });
  for (const name of ["admin 1", "Admin", "my admin"]) service.tenant.addRole({ name });
  const { id } = service.tenant.addRole({ name: "admin", description: "old" });
  expect(await up({ a: role({ name: "admin", description: "new", adopt: true }) })).toEqual({ a: "create" });
  expect(stack.state.get("a")?.id).toBe(id);
  expect(service.tenant.roles.get(id)).toEqual({ id, name: "admin", description: "new" });
  expect(service.tenant.roles.size).toBe(4);
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["PATCH"]);
});

test("adopt sends nothing when all is as declared, and makes a role where there is none", async () => {
  const { service, up } = await worldForTest();
  service.tenant.addRole({ name: "admin", description: "all" });
  await up({ a: role({ name: "admin", description: "all", adopt: true }) });
  expect(service.requests.writes).toEqual([]);
  await up({ a: role({ name: "admin", adopt: true }), b: role({ name: "other", adopt: true }) });
  expect([...service.tenant.roles.values()].map(({ name }) => name)).toEqual(["admin", "other"]);
});

test("adopt names the ids of several roles with the name, and takes none", async () => {
  const { service, fail } = await worldForTest();
  const ids = [1, 2].map(() => service.tenant.addRole({ name: "admin" }).id);
  const error = await fail(role({ name: "admin", adopt: true }));
  expect(error).toMatchObject({
    code: "ERR_IDM_AMBIGUOUS",
    message: expect.stringContaining('Role "admin"'),
  });
  for (const id of ids) expect(error.message).toContain(id);
  expect(service.requests.writes).toEqual([]);
});

test("a role taken over but not brought to what is declared stays in the state, and the next up goes on", async () => {
  const { service, stack, fail, up } = await worldForTest();
  const { id } = service.tenant.addRole({ name: "admin" });
  service.faults.add({ kind: "status", status: 403, method: "PATCH" });
  // Without the description in the answer, nothing says that it is in place.
  service.faults.add({ kind: "missing-fields", method: "GET", fields: ["description"] });
  const declared = role({ name: "admin", description: "all", adopt: true });
  expect(await fail(declared)).toMatchObject({ code: "ERR_IDM_PARTIAL_CREATE", id });
  expect(stack.state.get("it")).toMatchObject({ id, unfinished: true });
  expect(await up({ it: declared })).toEqual({ it: "update" });
  expect(service.tenant.roles.get(id)?.description).toBe("all");
});

test("a role that another resource of the program adopts is not deleted with the first one", async () => {
  const { service, stack, provider, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  const { id } = stack.state.get("a") ?? {};
  expect(await up({ b: role({ name: "admin", adopt: true }) })).toEqual({ a: "delete", b: "create" });
  expect([...service.tenant.roles.keys()]).toEqual([id]);
  expect(provider.log).toEqual([expect.stringMatching(/^warning: Role "admin": rol_.* is kept/)]);
  succeeded(await stack.refresh());
  await up({ b: role({ name: "owner", adopt: true }) });
  succeeded(await stack.destroy());
  expect(service.tenant.roles.size).toBe(0);
});

test("unknown and null fields of the service are no difference", async () => {
  const { stack, up } = await worldForTest({ extraFields: true, nullFields: true });
  const program = { a: role({ name: "admin", description: "all" }) };
  await up(program);
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
});

test("names stay one text whatever they hold", async () => {
  const { service, stack, up } = await worldForTest();
  const names = ["a/b", "..", "%2e", "new\nline", "🦊", "x".repeat(10_240), "__proto__"];
  const program = Object.fromEntries(
    names.map((name, index) => [`r${index}`, role({ name, adopt: index < 4 })]),
  );
  await up(program);
  expect([...service.tenant.roles.values()].map(({ name }) => name).sort()).toEqual([...names].sort());
  succeeded(await stack.refresh());
  expect(new Set(Object.values(await up(program)))).toEqual(new Set(["same"]));
});
