// Creates whose outcome is unknown: lookups in lists of every shape, and lookups by the next process.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { testLooks } from "../resources/handlers.ts";
import { processesForTest } from "../resources/processes-for-test.ts";
import { succeeded, worldForTest } from "../resources/stack-for-test.ts";
import type { ListShape } from "../service/options.ts";
import type { Service } from "../service/service.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const domain = (inputs: Props) =>
  ({ type: "CustomDomain", inputs: { type: "self_managed_certs", ...inputs } }) as const;

const posts = ({ requests }: Service) => requests.writes.filter(({ method }) => method === "POST").length;

const shapes: [ListShape, number][] = [
  ["array", 3],
  ["array", 50],
  ["paged", 3],
  ["next", 3],
];

test.each(shapes)(
  "an item whose create got no answer is found on the last page of a list (%s, %i on a page)",
  async (listShape, pageSize) => {
    const { service, up } = await worldForTest({ listShape, pageSize });
    for (let index = 0; index < 10; index++) service.tenant.addRole({ name: `admin ${index}` });
    for (let index = 0; index < 10; index++)
      service.tenant.addDomain({ domain: `d${index}.example.com`, type: "self_managed_certs" });
    for (const path of [/\/roles$/, /\/custom-domains$/])
      service.faults.add({ kind: "reset-after", method: "POST", path });
    await up({ r: role({ name: "admin" }), d: domain({ domain: "login.example.com" }) });
    expect(posts(service)).toBe(2);
    expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([11, 11]);
  },
);

test("an error about several roles of one name lists the ids on all pages", async () => {
  const { service, fail } = await worldForTest({ listShape: "next", pageSize: 2 });
  const ids = ["admin", "admin 2", "admin 3", "admin"].map((name) => service.tenant.addRole({ name }).id);
  const { message, code } = await fail(role({ name: "admin", adopt: true }));
  expect(code).toBe("ERR_IDM_AMBIGUOUS");
  expect(ids.filter((id) => message.includes(id))).toEqual([ids[0], ids[3]]);
});

test("a role whose create got no answer does not adopt another role of the program", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  service.faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/ });
  await up({ a: role({ name: "admin" }), b: role({ name: "admin" }) });
  expect(service.tenant.roles.size).toBe(2);
  expect(stack.state.get("a")?.id).not.toBe(stack.state.get("b")?.id);
});

test("a 409 is no error when the first create has succeeded without an answer", async () => {
  const { service, up } = await worldForTest();
  const path = /\/custom-domains$/;
  service.faults.add({ kind: "status-after", status: 504, method: "POST", path });
  // The list does not have it yet, also when it is read once more before the create is sent again.
  const times = testLooks.slow.length + 2;
  service.faults.add({ kind: "status", status: 200, body: [], method: "GET", path, times });
  await up({ d: domain({ domain: "login.example.com" }) });
  expect(posts(service)).toBe(2);
  expect(service.tenant.domains.size).toBe(1);
});

test("a 409 about a domain of somebody else is an error", async () => {
  const { service, fail } = await worldForTest();
  service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  expect(await fail(domain({ domain: "login.example.com" }))).toMatchObject({
    code: "ERR_IDM_API",
    status: 409,
  });
  expect(service.requests.api.length).toBe(1);
});

test("the next process looks up what the last one could not", async () => {
  const { service, stack, restart } = await processesForTest();
  service.faults.add({ kind: "reset-after", method: "POST", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 401, method: "GET", path: /\/roles$/ });
  const { errors } = await stack.up({ r: role({ name: "admin" }) });
  expect(errors.r).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  await restart();
  succeeded(await stack.up({ r: role({ name: "admin" }) }));
  expect(posts(service)).toBe(1);
  expect([...service.tenant.roles.keys()]).toEqual([stack.state.get("r")?.id]);
});

test("the next process adopts the one role that is left of several", async () => {
  const { service, stack, restart } = await processesForTest();
  const [first = "", second = ""] = [1, 2].map(() => service.tenant.addRole({ name: "admin" }).id);
  service.faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/ });
  const { errors } = await stack.up({ r: role({ name: "admin" }) });
  expect(errors.r).toMatchObject({ code: "ERR_IDM_AMBIGUOUS" });
  service.tenant.roles.delete(first);
  await restart();
  succeeded(await stack.up({ r: role({ name: "admin" }) }));
  expect(stack.state.get("r")?.id).toBe(second);
  expect(service.tenant.roles.size).toBe(1);
});

test("without lookups at the service, the first process reports it and the next one creates the role", async () => {
  const { service, stack, restart } = await processesForTest({ documentedOnly: true });
  service.faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/ });
  const { errors } = await stack.up({ r: role({ name: "admin" }) });
  expect(errors.r).toMatchObject({
    code: "ERR_IDM_UNKNOWN_OUTCOME",
    message: expect.stringContaining("Check at the service"),
  });
  await restart();
  succeeded(await stack.up({ r: role({ name: "admin" }) }));
  expect(service.tenant.roles.size).toBe(1);
});

test("a role that is missing in the state after a kill is adopted by its id and updated", async () => {
  const { service, stack, kill } = await processesForTest();
  succeeded(await stack.up({ r: role({ name: "admin", description: "old" }) }));
  const id = stack.state.get("r")?.id;
  await kill();
  succeeded(await stack.up({ r: role({ name: "admin", description: "new" }) }));
  expect([...service.tenant.roles.values()]).toEqual([{ id, name: "admin", description: "new" }]);
  expect(stack.provider.log.join()).toMatch(
    new RegExp(`a run of this stack got the role ${id} .*: it is adopted`),
  );
});

test("a role that was created by a killed process and then deleted is created again", async () => {
  const { service, stack, kill } = await processesForTest();
  succeeded(await stack.up({ r: role({ name: "admin" }) }));
  service.tenant.roles.clear();
  await kill();
  succeeded(await stack.up({ r: role({ name: "admin" }) }));
  expect(service.tenant.roles.size).toBe(1);
});

test("lists that cannot be read are told twice, and the third run creates the role", async () => {
  const { service, stack, restart } = await processesForTest();
  service.faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 200, body: {}, method: "GET", path: /\/roles$/, times: 99 });
  const program = { r: role({ name: "admin" }) };
  const first = await stack.up(program);
  expect(first.errors.r?.message).toContain("Run pulumi up again: it looks again");
  await restart();
  const second = await stack.up(program);
  expect(second.errors.r).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(second.errors.r?.message).toContain("The next pulumi up creates a role without another lookup");
  expect(posts(service)).toBe(1);
  await restart();
  succeeded(await stack.up(program));
  expect(service.tenant.roles.size).toBe(1);
});

const html = "<html><body>Not here</body></html>";

test.each<[what: string, fault: object, says: RegExp]>([
  ["a missing scope", { status: 403 }, /read:roles.*it looks again/],
  ["a gateway's 403", { status: 403, body: html }, /it looks again/],
  ["a gateway's 404", { status: 404, body: html }, /it looks again/],
])(
  "after a lost create and a lookup that ends with %s, runs look until they can tell",
  async (_, fault, says) => {
    const { service, stack, restart } = await processesForTest();
    const program = { r: role({ name: "admin" }) };
    service.faults.add({ kind: "reset-after", method: "POST", path: /\/roles$/ });
    const refused = { kind: "status", method: "GET", path: /\/roles$/, times: 99, ...fault } as const;
    service.faults.add(refused as never);
    for (const _run of [1, 2, 3]) {
      const { errors } = await stack.up(program);
      expect(errors.r).toMatchObject({
        code: "ERR_IDM_UNKNOWN_OUTCOME",
        message: expect.stringMatching(says),
      });
      await restart();
    }
    service.faults.clear();
    succeeded(await stack.up(program));
    expect([posts(service), service.tenant.roles.size]).toEqual([1, 1]);
  },
);

test("after a lost create, a service without a list says that the next run creates another role", async () => {
  const { service, fail, up } = await worldForTest();
  service.faults.add({ kind: "reset-before", method: "POST", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 405, method: "GET", path: /\/roles$/ });
  const { message } = await fail(role({ name: "admin" }));
  expect(message).toMatch(/The next pulumi up creates a role without another lookup/);
  await up({ it: role({ name: "admin" }) });
  expect(service.tenant.roles.size).toBe(1);
});

test("a service that refuses name_filter is asked without it, once known for the process", async () => {
  const { service, stack, up } = await worldForTest();
  const { id } = service.tenant.addRole({ name: "admin" });
  service.faults.add({ kind: "status", status: 400, method: "GET", path: /\/roles$/ });
  const adopted = { a: role({ name: "admin", adopt: true }) };
  await up(adopted);
  await up({ ...adopted, b: role({ name: "other", adopt: true }) });
  expect(stack.state.get("a")?.id).toBe(id);
  const filtered = service.requests.api.map(({ query }) => query.includes("name_filter"));
  expect(filtered.filter(Boolean)).toHaveLength(1);
});
