// Creates without an answer, beside items that somebody else has made.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { processesForTest } from "../resources/processes-for-test.ts";
import { worldForTest } from "../resources/stack-for-test.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const domain = {
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs" },
} as const;
const presentation = { mdl: { ns: { portrait: true } } };
const template = {
  type: "VcTemplate",
  inputs: {
    name: "made",
    type: "mdl",
    dialect: "simplified/1.0",
    wellKnownTrustedIssuers: "aamva",
    presentation,
  },
} as const;

const lost = { kind: "status", status: 503, method: "POST" } as const;

test.each([
  ["declares another description", { description: "all" }],
  ["declares no description", {}],
])("a role made by hand stays as it is when a create that %s gets no answer", async (_, more) => {
  const { service, stack, up } = await worldForTest();
  const byHand = service.tenant.addRole({ name: "admin", description: "by hand" });
  service.faults.add(lost);
  await up({ r: role({ name: "admin", ...more }) });
  expect(stack.state.get("r")?.id).not.toBe(byHand.id);
  expect(service.tenant.roles.size).toBe(2);
  await stack.destroy();
  expect([...service.tenant.roles.values()]).toEqual([{ ...byHand, description: "by hand" }]);
});

test("a role that is taken by its values alone is told with its id, and what to do if it is another's", async () => {
  const { service, stack, provider, up } = await worldForTest();
  service.faults.add({ kind: "status-after", status: 503, method: "POST" });
  await up({ r: role({ name: "admin" }) });
  const { id } = stack.state.get("r") ?? {};
  expect(provider.log.join("\n")).toMatch(new RegExp(`${id}: it is adopted\\..*pulumi state delete`));
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST"]);
});

test("a role that was taken by its values and given back is not taken again", async () => {
  const { service, stack, restart } = await processesForTest();
  const byHand = service.tenant.addRole({ name: "admin" });
  service.faults.add(lost);
  await stack.up({ r: role({ name: "admin" }) });
  expect(stack.state.get("r")?.id).toBe(byHand.id);
  // So does pulumi state delete.
  stack.state.clear();
  await restart();
  await stack.up({ r: role({ name: "admin" }) });
  expect(stack.state.get("r")?.id).not.toBe(byHand.id);
  expect(service.tenant.roles.size).toBe(2);
});

test("a domain that is ready is not taken after a create without an answer: the conflict is told", async () => {
  const { service, fail } = await worldForTest();
  const live = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  live.status = "ready";
  service.faults.add(lost);
  expect(await fail(domain)).toMatchObject({ code: "ERR_IDM_API", status: 409 });
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

test("an item of which the list says less than was sent is read before it is judged", async () => {
  const { service, up } = await worldForTest();
  service.faults.add({ kind: "reset-after", method: "POST" });
  const path = /\/roles$/;
  service.faults.add({ kind: "missing-fields", fields: ["description"], method: "GET", path, times: 9 });
  await up({ r: role({ name: "admin", description: "all" }) });
  expect(service.requests.writes.length).toBe(1);
  expect(service.requests.api.filter(({ path }) => /roles\/rol_/.test(path)).length).toBe(1);
});

/** Answers each list of templates as a service whose clock is an hour behind. */
async function templateOfOldClock(createdAt: Date | undefined, more: Props = {}) {
  const world = await worldForTest();
  const serviceNow = Date.now() - 3_600_000;
  const headers = { date: new Date(serviceNow).toUTCString() };
  const { created_at: _, ...found } = world.service.tenant.addTemplate({
    name: "made",
    presentation,
    ...more,
  });
  const body = [{ ...found, ...(createdAt && { created_at: createdAt.toISOString() }) }];
  world.service.faults.add(lost);
  world.service.faults.add({
    kind: "status",
    status: 200,
    headers,
    body,
    method: "GET",
    path: /templates$/,
    times: 9,
  });
  await world.up({ t: template });
  return { isTaken: world.stack.state.get("t")?.id === found.id, sent: world.service.requests.writes.length };
}

test("a template is as old as the service's clock says, when the clock of this machine is off", async () => {
  const hourAgo = Date.now() - 3_600_000;
  expect(await templateOfOldClock(new Date(hourAgo))).toEqual({ isTaken: true, sent: 1 });
  expect(await templateOfOldClock(new Date(hourAgo - 60_000))).toEqual({ isTaken: false, sent: 2 });
});

test("a template without a time of creation is taken when it has everything that was sent, else not", async () => {
  expect(await templateOfOldClock(undefined)).toEqual({ isTaken: true, sent: 1 });
  expect(await templateOfOldClock(undefined, { type: "other" })).toEqual({ isTaken: false, sent: 2 });
});

test("a killed create whose program has changed is not guessed: the error names the item and what to do", async () => {
  const { service, stack, kill } = await processesForTest();
  service.faults.add({ kind: "reset-after", method: "POST" });
  service.faults.add({ kind: "status", status: 401, method: "GET" });
  await stack.up({ r: role({ name: "admin", description: "old" }) });
  await kill();
  const [item] = service.tenant.roles.values();
  const { errors } = await stack.up({ r: role({ name: "admin", description: "new" }) });
  expect(errors.r).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(errors.r?.message).toMatch(new RegExp(`${item?.id}.*adopt: true`));
  expect([...service.tenant.roles.values()]).toEqual([item]);
  const adopting = await stack.up({ r: role({ name: "admin", description: "new", adopt: true }) });
  expect(adopting.errors).toEqual({});
  expect([...service.tenant.roles.values()]).toMatchObject([{ id: item?.id, description: "new" }]);
});

const trimming = [
  ["a role whose name is trimmed", role({ name: "admin " }), { name: "admin" }],
  ["a role whose name is in lower case", role({ name: "Admin" }), { name: "admin" }],
  ["a role whose name is in another Unicode form", role({ name: "Re\u0301gie" }), { name: "R\u00e9gie" }],
  [
    "a role whose description is trimmed",
    role({ name: "admin", description: "all\n" }),
    { description: "all" },
  ],
] as const;

test.each(trimming)(
  "%s by the service is named in an error, and nothing is sent again",
  async (_, it, kept) => {
    const { service, stack, fail } = await worldForTest();
    const { id } = service.tenant.addRole({ name: "admin", description: "", ...kept });
    service.faults.add({ ...lost, status: 502 });
    const error = await fail(it);
    expect(error).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
    expect(error.message).toContain(id);
    const { errors } = await stack.up({ it });
    expect(errors.it).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
    expect(service.requests.writes).toHaveLength(1);
    expect(service.tenant.roles.size).toBe(1);
  },
);

test("a role that another resource has is not taken for one whose name the service has changed", async () => {
  const { service, up } = await worldForTest();
  await up({ a: role({ name: "admin" }) });
  service.faults.add(lost);
  await up({ a: role({ name: "admin" }), b: role({ name: "Admin" }) });
  expect(service.tenant.roles.size).toBe(2);
});
