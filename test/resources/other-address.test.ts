// Resources whose tenant has another address than the one at which they were last seen.
import { expect, onTestFinished, test } from "vitest";
import type { Settings } from "../../provider/config/settings.ts";
import { otherAddressWarning, seenAt } from "../../provider/lifecycle/last-seen.ts";
import { type Service, startService } from "../service/service.ts";
import { openProvider, settingsFor } from "./handlers.ts";
import type { Declared, Report } from "./stack.ts";
import { succeeded, type World, worldForTest } from "./stack-for-test.ts";
import { changed, program, role, snapshot } from "./three-items.ts";

test("at the address of another tenant, refresh, update and delete name both addresses and lose nothing", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up(program);
  const items = snapshot(service);
  const other = await otherService();
  await moveTo(world, other);
  for (const report of [await stack.refresh(), await stack.up(changed), await stack.destroy()])
    expectBothAddresses(report, service, other);
  expect(other.requests.writes).toEqual([]);
  await moveTo(world, service);
  expect(snapshot(service)).toEqual(items);
  expect(await up(program)).toEqual({ role: "same", domain: "same", template: "same" });
  succeeded(await stack.destroy());
  expect(service.tenant.roles.size).toBe(0);
});

test("at the address of another tenant with the same ids, its items are neither changed nor deleted", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up({ role: program.role });
  const [id = ""] = service.tenant.roles.keys();
  const other = await otherService();
  other.tenant.roles.set(id, { id, name: "theirs" });
  await moveTo(world, other);
  for (const report of [await stack.refresh(), await stack.up({ role: changed.role }), await stack.destroy()])
    expectBothAddresses(report, service, other);
  expect([...other.tenant.roles.values()]).toEqual([{ id, name: "theirs" }]);
  expect(other.requests.writes).toEqual([]);
});

test("at the address of another tenant with the same ids, no role is taken from its list", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  const names = Array.from({ length: 20 }, (_, index) => `role ${index}`);
  const roles = Object.fromEntries(
    names.map((name) => [name, { type: "Role" as const, inputs: { name, description: "ours" } }]),
  );
  await up(roles);
  const other = await otherService();
  for (const [id, { name }] of service.tenant.roles)
    other.tenant.roles.set(id, { id, name: `their ${name}`, description: "ours" });
  await moveTo(world, other);
  const report = await stack.refresh();
  expect(Object.keys(report.errors).sort()).toEqual(names.toSorted());
  for (const name of names) expect(stack.outputs(name).name).toBe(name);
});

test("a tenant that moved is found at its new address by refresh, update and delete", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up(program);
  const moved = await movedService(service);
  await moveTo(world, moved);
  expect(stack.outputs("role").__address).toBe(service.baseUrl);
  succeeded(await stack.refresh());
  expect(stack.outputs("role").__address).toBe(moved.baseUrl);
  expect(await up(program)).toEqual({ role: "same", domain: "same", template: "same" });
  const movedAgain = await movedService(moved);
  await moveTo(world, movedAgain);
  expect(await up(changed)).toEqual({ role: "update", domain: "update", template: "update" });
  expect(stack.outputs("domain").__address).toBe(movedAgain.baseUrl);
  const last = await movedService(movedAgain);
  await moveTo(world, last);
  succeeded(await stack.destroy());
  expect(Object.values(snapshot(last)).flat()).toEqual([]);
});

test("after a refresh at the new address, an item that is gone there is gone", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up(program);
  const moved = await movedService(service);
  await moveTo(world, moved);
  succeeded(await stack.refresh());
  moved.tenant.roles.clear();
  expect((await stack.refresh()).steps.role).toBe("gone");
});

test("another spelling of the address is the same address", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up({ role: program.role });
  await moveTo(world, service, { baseUrl: service.baseUrl.replace("http:", "HTTP:") });
  service.tenant.roles.clear();
  expect((await stack.refresh()).steps).toEqual({ role: "gone" });
});

test("a state without an address works as before, and remembers the address after a refresh", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up(program);
  for (const [name, { outputs, ...entry }] of stack.state) {
    const { __address, ...old } = outputs;
    expect(__address).toBe(service.baseUrl);
    stack.state.set(name, { ...entry, outputs: old });
  }
  service.tenant.templates.clear();
  expect((await stack.refresh()).steps).toEqual({ role: "read", domain: "read", template: "gone" });
  expect(stack.outputs("role").__address).toBe(service.baseUrl);
});

test("the address is no difference, and reaches the service in no request", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  await up({ role: role({ name: "admin", adopt: true }) });
  await moveTo(world, await movedService(service));
  expect(await up({ role: role({ name: "admin" }) })).toEqual({ role: "same" });
  await up({ role: changed.role });
  expect(Object.keys([...service.tenant.roles.values()][0] ?? {}).sort()).toEqual([
    "description",
    "id",
    "name",
  ]);
  expect(Object.keys(stack.state.get("role")?.inputs ?? {})).not.toContain("__address");
});

test("an adopted item and one that is only partly created remember the address", async () => {
  const { service, stack, up } = await worldForTest();
  service.tenant.addRole({ name: "adopted" });
  service.tenant.addRole({ name: "partial" });
  await up({ a: role({ name: "adopted", adopt: true }) });
  service.faults.add({ kind: "status", status: 403, method: "PATCH" });
  const b = role({ name: "partial", description: "x", adopt: true });
  await stack.up({ a: role({ name: "adopted", adopt: true }), b });
  expect(stack.outputs("a").__address).toBe(service.baseUrl);
  expect(stack.outputs("b").__address).toBe(service.baseUrl);
});

test("an adopted template is forgotten at any address, as destroy sends nothing for it", async () => {
  const world = await worldForTest();
  const { id } = world.service.tenant.addTemplate();
  await world.up({ a: { type: "VcTemplate", inputs: { templateId: id, name: "new" } } });
  await moveTo(world, await otherService());
  succeeded(await world.stack.destroy());
});

test("a template is updated at a new address of a service that cannot read templates", async () => {
  const world = await worldForTest({ documentedOnly: true });
  const { service, stack, up } = world;
  const { id } = service.tenant.addTemplate();
  const adopted = (name: string): Declared => ({ type: "VcTemplate", inputs: { templateId: id, name } });
  await up({ a: adopted("one") });
  const moved = await movedService(service, { documentedOnly: true });
  await moveTo(world, moved);
  expect(await up({ a: adopted("two") })).toEqual({ a: "update" });
  expect(moved.tenant.templates.get(id)?.name).toBe("two");
  await moveTo(world, await otherService({ documentedOnly: true }));
  const { errors } = await stack.up({ a: adopted("three") });
  expect(errors.a).toMatchObject({ code: "ERR_IDM_OTHER_ADDRESS", status: 404 });
});

test("the verification of a domain at another tenant is an error that names both addresses", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  const added = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  added.status = "ready";
  const inputs = { customDomainId: added.custom_domain_id };
  await up({ wait: { type: "CustomDomainVerification", inputs } });
  const other = await otherService();
  await moveTo(world, other);
  expectBothAddresses(await stack.refresh(), service, other);
  await moveTo(world, service);
  service.tenant.domains.clear();
  expect((await stack.refresh()).steps).toEqual({ wait: "gone" });
});

test("a preview of what is unchanged warns at another address, once for each type and without a request", async () => {
  const world = await worldForTest();
  const { service, stack, up } = world;
  const two = { ...program, second: role({ name: "second" }) };
  await up(two);
  await moveTo(world, await otherService());
  service.requests.reset();
  expect(await up(two)).toEqual({ role: "same", second: "same", domain: "same", template: "same" });
  const warnings = stack.provider.log.filter((line) => line.startsWith("warning: "));
  expect(warnings).toEqual(
    ["Role", "CustomDomain", "VcTemplate"].map((type) =>
      expect.stringMatching(
        new RegExp(`^warning: ${type} ".*": it was last seen at ${service.baseUrl}, and`),
      ),
    ),
  );
  expect(service.requests.api).toEqual([]);
  await moveTo(world, service);
  await up(two);
  expect(stack.provider.log).toEqual([]);
});

test("the warning about another address shows no address that is a secret", () => {
  const address = { baseUrl: "https://canary.example.com/api/v2", isSecret: true };
  const warning = otherAddressWarning(seenAt("https://canary-before.example.com/api/v2"), address);
  expect(warning).toMatch(
    /^it was last seen at another address.*neither a preview nor an up looks for it there/,
  );
  expect(warning).not.toContain("canary");
});

test("the warning about the address of a provider resource names that, and the resource option", () => {
  const address = { baseUrl: "https://second.example.com/api/v2", isSecret: false, isOption: true };
  const before = seenAt("https://first.example.com/api/v2");
  expect(otherAddressWarning(before, { ...address, provider: "second" })).toMatch(
    /and baseUrl \(IDM_BASE_URL\) of the provider resource second is https:\/\/second.* set baseUrl \(IDM_BASE_URL\) of the provider resource second back, or correct the resource option provider\./,
  );
  expect(otherAddressWarning(before, address)).toContain(
    "set idm:baseUrl (IDM_BASE_URL) back, or correct the resource option provider.",
  );
});

function expectBothAddresses({ errors, steps }: Report, first: Service, second: Service): void {
  expect(steps).toEqual({});
  for (const error of Object.values(errors)) {
    expect(error).toMatchObject({ code: "ERR_IDM_OTHER_ADDRESS" });
    expect(error.message).toContain(first.baseUrl);
    expect(error.message).toContain(second.baseUrl);
    expect(error.message).toMatch(/set idm:baseUrl/);
  }
}

async function otherService(options = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/** The same tenant at another address. Its items are the same objects. */
async function movedService({ tenant }: Service, options = {}): Promise<Service> {
  const moved = await otherService(options);
  const copies = [
    [tenant.roles, moved.tenant.roles],
    [tenant.domains, moved.tenant.domains],
    [tenant.templates, moved.tenant.templates],
  ] as [Map<string, object>, Map<string, object>][];
  for (const [from, to] of copies) for (const [id, item] of from) to.set(id, item);
  return moved;
}

/** The next run uses this service. */
async function moveTo({ stack }: World, service: Service, changes: Partial<Settings> = {}): Promise<void> {
  await stack.provider.close();
  stack.provider = openProvider(await settingsFor(service, changes));
  onTestFinished(() => stack.provider.close());
}
