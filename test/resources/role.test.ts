import { expect, onTestFinished, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { openProvider, settingsFor } from "./handlers.ts";
import { failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;

test("a 404 of the authorisation server does not mean that the role is gone", async () => {
  const { service, stack, up } = await worldForTest({}, {});
  await up({ a: role({ name: "admin" }) });
  const { id, secret } = service.client;
  const credentials = { kind: "client-secret", clientId: id, clientSecret: secret } as const;
  stack.provider = openProvider(await settingsFor(service, { credentials, authUrl: service.baseUrl }));
  onTestFinished(() => stack.provider.close());
  expect((await stack.refresh()).errors.a?.message).toMatch(/404 Not Found on POST \/oauth\/token\//);
  expect((await stack.destroy()).errors.a?.message).toMatch(/404 Not Found on POST \/oauth\/token\//);
  expect(stack.state.get("a")).toBeDefined();
  expect(service.tenant.roles.size).toBe(1);
});

test("a response with the id of another role does not change the id", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  const { id } = stack.state.get("a") ?? {};
  const body = { id: "rol_other", name: "admin", description: "" };
  service.faults.add({ kind: "status", status: 200, method: "GET", body });
  expect((await stack.refresh()).errors.a).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(stack.state.get("a")).toMatchObject({ id, outputs: { roleId: id } });
});

test("a role needs a name that is a string, and refuses unknown inputs", async () => {
  expect(await failuresOf("Role", {})).toEqual({ name: "is required" });
  expect(await failuresOf("Role", { name: "" })).toEqual({ name: "must not be empty" });
  expect(await failuresOf("Role", { name: 5, description: null, adopt: "yes" })).toEqual({
    name: "must be a string",
    description: "must be a string",
    adopt: "must be true or false",
  });
  expect(Object.keys(await failuresOf("Role", { name: "a", permissions: [] }))).toEqual(["permissions"]);
});

test("create sends one request with the declared inputs only", async () => {
  const { service, stack, up } = await worldForTest();
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "create" });
  expect(service.requests.api).toMatchObject([{ method: "POST", path: "/api/v2/roles" }]);
  const [created] = service.tenant.roles.values();
  expect(created).toEqual({ id: expect.any(String), name: "admin" });
  expect(stack.outputs("a")).toMatchObject({ roleId: created?.id, name: "admin", description: "" });
  expect(stack.state.get("a")?.id).toBe(created?.id);
});

test("an unchanged program sends nothing", async () => {
  const { service, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }), b: role({ name: "reader" }) };
  await up(program);
  service.requests.reset();
  expect(await up(program)).toEqual({ a: "same", b: "same" });
  expect(service.requests.api).toEqual([]);
});

test("name and description are updated, and an update sends only what differs", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin", description: "all" }) });
  const { id } = stack.state.get("a") ?? {};
  expect(await up({ a: role({ name: "owner", description: "all" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toEqual([{ id, name: "owner", description: "all" }]);
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
});

test("a description that is no longer declared becomes the empty string", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin", description: "all" }) });
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "admin", description: "" }]);
  expect(stack.outputs("a").description).toBe("");
  expect(await up({ a: role({ name: "admin" }) })).toEqual({ a: "same" });
});

test("a description that was never declared is neither compared nor changed", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin" }) };
  await up(program);
  for (const created of service.tenant.roles.values()) created.description = "by hand";
  succeeded(await stack.refresh());
  expect(stack.outputs("a").description).toBe("by hand");
  expect(await up(program)).toEqual({ a: "same" });
  expect(await up({ a: role({ name: "owner" }) })).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "owner", description: "by hand" }]);
});

test("declaring what the service already has changes the state without a request", async () => {
  const { service, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  service.requests.reset();
  expect(await up({ a: role({ name: "admin", description: "" }) })).toEqual({ a: "update" });
  expect(service.requests.api).toEqual([]);
  expect(await up({ a: role({ name: "admin", description: "" }) })).toEqual({ a: "same" });
});

test("drift is found by a refresh and corrected by the next up", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }) };
  await up(program);
  for (const created of service.tenant.roles.values()) created.description = "by hand";
  expect(await up(program)).toEqual({ a: "same" });
  succeeded(await stack.refresh());
  expect(stack.state.get("a")?.inputs).toMatchObject({ name: "admin", description: "by hand" });
  expect(await up(program)).toEqual({ a: "update" });
  expect([...service.tenant.roles.values()]).toMatchObject([{ description: "all" }]);
});

test("a role that is gone is found by a refresh and created again", async () => {
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

test("get reads a role by its id alone", async () => {
  const { service, provider } = await worldForTest();
  const { id } = service.tenant.addRole({ name: "admin", description: "all" });
  const read = await provider.handlersOf("Role").read(id, { __provider: "shell" });
  expect(read).toMatchObject({ id, props: { roleId: id, name: "admin", description: "all" }, inputs: {} });
  await expect(provider.handlersOf("Role").read("rol_none", { __provider: "shell" })).rejects.toThrow(
    /^Role "rol_none": .*Correct the id that Role\.get is given/,
  );
  await expect(provider.handlersOf("Role").read("name:admin", { __provider: "shell" })).rejects.toThrow(
    /Only pulumi import and the packaged plugin take name:\. Give Role\.get the id/,
  );
});

test("adopt uses the role of exactly that name, and updates it", async () => {
  const { service, stack, up } = await worldForTest({ pageSize: 2, listShape: "paged" });
  for (const name of ["admin 1", "Admin", "my admin"]) service.tenant.addRole({ name });
  const { id } = service.tenant.addRole({ name: "admin", description: "old" });
  expect(await up({ a: role({ name: "admin", description: "new", adopt: true }) })).toEqual({ a: "create" });
  expect(stack.state.get("a")?.id).toBe(id);
  expect(service.tenant.roles.get(id)).toEqual({ id, name: "admin", description: "new" });
  expect(service.tenant.roles.size).toBe(4);
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["PATCH"]);
});

test("adopt sends no update when nothing differs, and creates a role when there is none", async () => {
  const { service, up } = await worldForTest();
  service.tenant.addRole({ name: "admin", description: "all" });
  await up({ a: role({ name: "admin", description: "all", adopt: true }) });
  expect(service.requests.writes).toEqual([]);
  await up({ a: role({ name: "admin", adopt: true }), b: role({ name: "other", adopt: true }) });
  expect([...service.tenant.roles.values()].map(({ name }) => name)).toEqual(["admin", "other"]);
});

test("adopt fails with the ids of several roles of one name, and changes none", async () => {
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

test("an adopted role whose update fails stays in the state, and the next up goes on", async () => {
  const { service, stack, fail, up } = await worldForTest();
  const { id } = service.tenant.addRole({ name: "admin" });
  service.faults.add({ kind: "status", status: 403, method: "PATCH" });
  // Nothing else says that the description is in place.
  service.faults.add({ kind: "missing-fields", method: "GET", fields: ["description"] });
  const declared = role({ name: "admin", description: "all", adopt: true });
  expect(await fail(declared)).toMatchObject({ code: "ERR_IDM_PARTIAL_CREATE", id });
  expect(stack.state.get("it")).toMatchObject({ id, unfinished: true });
  expect(await up({ it: declared })).toEqual({ it: "update" });
  expect(service.tenant.roles.get(id)?.description).toBe("all");
});

test("a role that another resource of the program adopts is not deleted with the first resource", async () => {
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

test("unknown fields and null in an answer are no difference", async () => {
  const { stack, up } = await worldForTest({ extraFields: true, nullFields: true });
  const program = { a: role({ name: "admin", description: "all" }) };
  await up(program);
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
});

test("a name is sent and read as it is, whatever its characters", async () => {
  const { service, stack, up } = await worldForTest();
  const names = ["a/b", "..", "%2e", "new\nline", "🦊", "x".repeat(10_240), "toString"];
  const program = Object.fromEntries(
    names.map((name, index) => [`r${index}`, role({ name, adopt: index < 4 })]),
  );
  await up(program);
  expect([...service.tenant.roles.values()].map(({ name }) => name).sort()).toEqual([...names].sort());
  succeeded(await stack.refresh());
  expect(new Set(Object.values(await up(program)))).toEqual(new Set(["same"]));
});
