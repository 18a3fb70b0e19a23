import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import { processesForTest } from "../resources/processes-for-test.ts";
import { succeeded, worldForTest } from "../resources/stack-for-test.ts";
import { folderForTest } from "../temporary-folder.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const admin = role({ name: "admin" });
const adopting = role({ name: "admin", adopt: true });

test("after an interrupted rename with adopt, the next up keeps the item of the new resource", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: admin });
  const id = stack.state.get("a")?.id;
  service.faults.add({ kind: "status", status: 403, method: "POST" });
  const { errors } = await stack.up({ b: adopting, failing: role({ name: "other" }) });
  expect(errors.failing).toBeDefined();
  // The engine deletes the old resource only when nothing has failed.
  expect([...stack.state.keys()].sort()).toEqual(["a", "b"]);
  expect(await up({ b: adopting })).toEqual({ a: "delete", b: "same" });
  expect([...service.tenant.roles.keys()]).toEqual([id]);
  expect(stack.provider.log.join()).toMatch(/warning: Role "admin": rol_\w+ is kept/);
  succeeded(await stack.destroy());
  expect(service.tenant.roles.size).toBe(0);
});

const presentation = { mdl: { ns: { portrait: true } } };
const licence = { type: "mdl", dialect: "simplified/1.0", presentation, wellKnownTrustedIssuers: "aamva" };
const template = { type: "VcTemplate", inputs: { name: "one", ...licence } } as const;

test("a templateId that another resource of the stack has is an error that names both, and changes nothing", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ created: template });
  const templateId = stack.state.get("created")?.id;
  const adopting = { type: "VcTemplate", inputs: { templateId, name: "two" } } as const;
  const { errors } = await stack.up({ created: template, adopting });
  expect(errors.adopting?.message).toMatch(/(?=.*"created")(?=.*"adopting").*ERR_IDM_INPUT/);
  expect([...service.tenant.templates.values()].map(({ name }) => name)).toEqual(["one"]);
  // Without the first resource, the second one takes the template over.
  expect(await up({ adopting })).toEqual({ created: "delete", adopting: "create" });
  expect([...service.tenant.templates.values()].map(({ name }) => name)).toEqual(["two"]);
});

test("of two resources that adopt one item at once, one fails with an error that names both", async () => {
  const { service, stack } = await worldForTest();
  const existing = service.tenant.addRole({ name: "admin", description: "by hand" });
  const second = role({ name: "admin", description: "ours", adopt: true });
  const { errors } = await stack.up({ first: adopting, second });
  expect(Object.values(errors).map(({ message }) => message)).toEqual([
    expect.stringMatching(/(?=.*"first")(?=.*"second")/),
  ]);
  expect([...service.tenant.roles.keys()]).toEqual([existing.id]);
  expect([...stack.state.values()].map(({ id }) => id)).toEqual([existing.id]);
});

test.each(["before", "after"])(
  "adopting what another declared resource has is an error that names both, when that one comes %s it",
  async (order) => {
    const { service, stack, up } = await worldForTest();
    await up({ owner: admin });
    const program = { owner: admin, rival: adopting };
    const { errors } = await stack.up(order === "before" ? program : { rival: adopting, owner: admin });
    expect(Object.values(errors).length).toBeGreaterThan(0);
    for (const { message } of Object.values(errors)) expect(message).toMatch(/(?=.*"owner")(?=.*"rival")/);
    expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST"]);
    expect(service.tenant.roles.size).toBe(1);
  },
);

test("an error names both when the resource that has the item is declared after it was adopted", async () => {
  const { stack, service, provider, up } = await worldForTest();
  await up({ owner: admin });
  const { id = "", outputs = {}, inputs = {} } = stack.state.get("owner") ?? {};
  provider.nextRun();
  const handlers = provider.handlersOf("Role");
  const rival = { ...adopting.inputs, __resource: "o/urn:pulumi:test::project::idm:Role::rival" };
  await handlers.check({}, rival);
  await handlers.create(rival);
  await handlers.check(inputs, inputs);
  await expect(handlers.diff(id, outputs, inputs)).rejects.toThrow(/(?=.*"owner")(?=.*"rival")/);
  expect(service.tenant.roles.size).toBe(1);
});

test("two states that have one item since an earlier version get a warning, and the last one deletes it", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: admin });
  const [id = "", entry] = [stack.state.get("a")?.id, stack.state.get("a")];
  if (entry) stack.state.set("b", { ...entry, outputs: { ...entry.outputs, __owner: "another" } });
  expect(await up({ a: admin, b: admin })).toEqual({ a: "same", b: "same" });
  const warnings = stack.provider.log.filter((line) => line.includes("has rol_"));
  expect(warnings).toEqual([expect.stringMatching(/^warning: Role "admin": the resource "[ab]"/)]);
  await up({ b: admin });
  expect(service.tenant.roles.has(id)).toBe(true);
  await up({});
  expect(service.tenant.roles.size).toBe(0);
});

test("a resource that only reads an item with get does not keep it from being deleted", async () => {
  const { service, stack, provider, up } = await worldForTest();
  await up({ a: admin });
  const { id = "", outputs = {} } = stack.state.get("a") ?? {};
  provider.nextRun();
  const handlers = provider.handlersOf("Role");
  const { props = {} } = await handlers.read(id, { __provider: "shell" });
  await handlers.read(id, props);
  await handlers.delete(id, outputs);
  expect(service.tenant.roles.size).toBe(0);
});

test("a role and a template of one id are two items", () => {
  const folder = folderForTest();
  const ownership = new Ownership(new Journal([], folder));
  ownership.hold({ place: "/roles", id: "1" }, { __owner: "role" });
  ownership.hold({ place: "/templates", id: "1" }, { __owner: "template" });
  expect(ownership.isTaken({ place: "/roles", id: "1" }, { resource: undefined, owner: "role" })).toBe(false);
  expect(ownership.release({ place: "/roles", id: "1" }, { __owner: "role" }).isLast).toBe(true);
});

test("two creates of one name never end with one id, when the first fails and the second has acted", async () => {
  // A request takes effect at once, and its answer comes later.
  const { service, stack, up } = await worldForTest({ latencyMs: 300 });
  service.faults.add({ kind: "status", status: 503, method: "POST" });
  await up({ a: admin, b: admin });
  const ids = [...stack.state.values()].map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(service.tenant.roles.keys()));
  expect(new Set(ids).size).toBe(2);
});

test("an answer to a create with the id of another declared resource is an error that names both", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: admin });
  const [body] = service.tenant.roles.values();
  service.faults.add({ kind: "status", status: 200, body, method: "POST" });
  const { errors } = await stack.up({ a: admin, b: admin });
  expect(errors.b?.message).toMatch(/(?=.*"a")(?=.*"b")/);
  expect([...stack.state.keys()]).toEqual(["a"]);
});

test("a stack does not take what a killed run of another stack with the same home has made", async () => {
  const { service, stack, kill, otherStack } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const id = stack.state.get("a")?.id;
  await kill();
  const other = otherStack();
  succeeded(await other.up({ a: admin }));
  expect(other.state.get("a")?.id).not.toBe(id);
  succeeded(await other.destroy());
  expect([...service.tenant.roles.keys()]).toEqual([id]);
  succeeded(await stack.up({ a: admin }));
  expect(stack.state.get("a")?.id).toBe(id);
});

test("a state that was not stored at an orderly end is repaired by the next up", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin, b: role({ name: "reader" }) }));
  const before = [...service.tenant.roles.keys()].sort();
  stack.state.clear();
  await restart();
  succeeded(await stack.up({ a: admin, b: role({ name: "reader" }) }));
  expect([...stack.state.values()].map(({ id }) => id).sort()).toEqual(before);
  expect([...service.tenant.roles.keys()].sort()).toEqual(before);
});

test("with --replace right after its create an item is kept once, with advice, and then replaced", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const { id = "", inputs = {}, outputs = {} } = stack.state.get("a") ?? {};
  const replace = async (old: Props) => {
    await restart();
    const { handlersOf, log } = stack.provider;
    await handlersOf("Role").check({}, inputs);
    const created = await handlersOf("Role").create(inputs);
    await handlersOf("Role").delete(id, old);
    return { ...created, log: log.join("\n") };
  };
  const first = await replace(outputs);
  expect(first).toMatchObject({ id, log: expect.stringContaining("run the same command again") });
  const second = await replace(first.outs);
  expect(second.id).not.toBe(id);
  expect([...service.tenant.roles.keys()]).toEqual([second.id]);
});

test("a replacement whose state was not stored is found after its diff", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const { id = "", inputs = {}, outputs = {} } = stack.state.get("a") ?? {};
  const replace = async () => {
    await restart();
    const handlers = stack.provider.handlersOf("Role");
    await handlers.check(inputs, inputs);
    await handlers.diff(id, outputs, inputs);
    return handlers.create(inputs);
  };
  const made = await replace();
  expect(made.id).not.toBe(id);
  expect((await replace()).id).toBe(made.id);
  expect(service.tenant.roles.size).toBe(2);
});
