// Lists that cannot answer reads, or not all of them: nothing is lost, and reads by id take their place.
import { expect, onTestFinished, test, vi } from "vitest";
import type { Program } from "../resources/stack.ts";
import type { ServiceOptions } from "../service/options.ts";
import { counts, domains, refreshInTurns, roleNamed, roles, stackOf } from "./bulk-reads-scene.ts";

test.each([405, 501, 403, 404])(
  "a service that answers its list with %i costs one request more in the process",
  async (status) => {
    const { service, stack } = await stackOf(roles(20), {}, { debug: true });
    service.faults.add({ kind: "status", status, method: "GET", path: /\/roles$/, times: 100 });
    await refreshInTurns(stack);
    await refreshInTurns(stack);
    expect(counts(service)).toEqual({ singles: 40, lists: 1 });
    expect(stack.provider.log.filter((line) => line.startsWith("debug: roles are read one by one"))).toEqual([
      `debug: roles are read one by one: GET /roles: status ${status}.`,
    ]);
  },
);

test("what a list does not show is read by its id before it counts as gone", async () => {
  const { service, stack } = await stackOf(roles(10));
  const [hidden, gone] = [stack.state.get("r4")?.id ?? "", stack.state.get("r7")?.id ?? ""];
  service.tenant.roles.delete(gone);
  const body = [...service.tenant.roles.values()].filter(({ id }) => id !== hidden);
  service.faults.add({ kind: "status", status: 200, body, method: "GET", path: /\/roles$/ });
  await refreshInTurns(stack);
  expect([...stack.state.keys()].sort()).toEqual(Object.keys(roles(10)).filter((name) => name !== "r7"));
});

test("a list that shows an item which does not exist is not used again in this process", async () => {
  const { service, stack } = await stackOf(roles(20), {}, { debug: true });
  const body = structuredClone([...service.tenant.roles.values()]);
  service.faults.add({ kind: "status", status: 200, body, method: "GET", path: /\/roles$/, times: 9 });
  service.tenant.roles.delete(stack.state.get("r0")?.id ?? "");
  const changed = roleNamed(service, "role 9");
  if (changed) changed.description = "by hand";
  await refreshInTurns(stack);
  expect(stack.state.has("r0")).toBe(false);
  expect(stack.provider.log.join("\n")).toContain("a list shows an item differently than a read by its id");
  await refreshInTurns(stack);
  expect(stack.outputs("r9").description).toBe("by hand");
});

/** Ways in which lists tell less, or something else, than reads by id. */
const sparse: [string, (item: Record<string, unknown>) => object][] = [
  ["leave out a property", ({ description: _, ...item }) => item],
  ["show null for a property", (item) => ({ ...item, description: null })],
  ["cut values off", (item) => ({ ...item, description: String(item.description).slice(0, 3) })],
  ["spell values differently", (item) => ({ ...item, name: String(item.name).toUpperCase() })],
  ["show other values", (item) => ({ ...item, description: "hidden" })],
];

test.each(sparse)("lists that %s are not used in this process", async (_how, listedItem) => {
  const { service, stack } = await stackOf(roles(20), { listedItem }, { debug: true });
  const changed = roleNamed(service, "role 0");
  if (changed) changed.description = "by hand";
  await refreshInTurns(stack);
  expect(stack.outputs("r0")).toMatchObject({ name: "role 0", description: "by hand" });
  for (let index = 1; index < 20; index++)
    expect(stack.outputs(`r${index}`)).toMatchObject({ name: `role ${index}`, description: `no. ${index}` });
  expect(counts(service)).toEqual({ singles: 20, lists: 1 });
  expect(stack.provider.log.join("\n")).toContain("a list shows an item differently than a read by its id");
  service.requests.reset();
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 20, lists: 0 });
});

test("a property that a list hides of one item only is not lost", async () => {
  const hides = ({ domain, domain_metadata, ...item }: Record<string, unknown>) =>
    domain === "d7.example.com" ? { domain, ...item } : { domain, domain_metadata, ...item };
  const { service, stack } = await stackOf(domains(10, { domainMetadata: { team: "a" } }), {
    listedItem: hides,
  });
  const hidden = service.tenant.domainNamed("d7.example.com");
  if (hidden) hidden.domain_metadata = { team: "by hand" };
  await refreshInTurns(stack);
  expect(stack.outputs("d7").domainMetadata).toEqual({ team: "by hand" });
});

const described = (description: string): Program =>
  Object.fromEntries(
    Object.entries(roles(20)).map(([name, { type, inputs }]) => [
      name,
      { type, inputs: { ...inputs, description } },
    ]),
  );

test.each<[string, (item: Record<string, unknown>) => object, ServiceOptions]>([
  [
    "hide, as reads by id do with an empty one,",
    ({ description: _, ...item }) => item,
    { sparse: ["reads"] },
  ],
  ["show as null", (item) => ({ ...item, description: null }), { sparse: ["reads"] }],
  ["show as empty", (item) => ({ ...item, description: "" }), {}],
])("drift of a description that lists %s is seen", async (_how, listedItem, options) => {
  const { service, stack } = await stackOf(described(""), { listedItem, ...options });
  const changed = roleNamed(service, "role 7");
  if (changed) changed.description = "by hand";
  await refreshInTurns(stack);
  expect(stack.outputs("r7").description).toBe("by hand");
});

test("lists that leave out empty descriptions are used once an item of them has shown a description", async () => {
  const { service, stack } = await stackOf(described(""), { sparse: ["reads"], listedItem: withoutEmpty });
  service.tenant.addRole({ name: "somebody else's", description: "told" });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 1 });
});

function withoutEmpty(item: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== ""));
}

test("a key of a map that a list hides is not lost", async () => {
  const hides = ({ domain_metadata, ...item }: Record<string, unknown>) => ({
    ...item,
    domain_metadata: { team: (domain_metadata as Record<string, string>).team },
  });
  const program = { ...domains(10, { domainMetadata: { team: "a" } }) };
  const special = { team: "a", cost: "7" };
  const { stack } = await stackOf(
    {
      ...program,
      ...{ d9: { type: "CustomDomain", inputs: { ...program.d9?.inputs, domainMetadata: special } } },
    },
    { listedItem: hides },
  );
  await refreshInTurns(stack);
  expect(stack.outputs("d9").domainMetadata).toEqual(special);
});

test("drift of many items is seen from the list, and read by id once for each kind", async () => {
  const { service, stack } = await stackOf(roles(40));
  for (const role of service.tenant.roles.values()) role.description = "by hand";
  await refreshInTurns(stack);
  for (const name of stack.state.keys()) expect(stack.outputs(name).description).toBe("by hand");
  expect(counts(service)).toEqual({ singles: 2, lists: 1 });
});

test("a page with an item without an id turns lists off", async () => {
  const { service, stack } = await stackOf(roles(10), { listedItem: ({ id: _, ...item }) => item });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 10, lists: 1 });
});

test("items that move between pages while they are read are read by id, and none is lost", async () => {
  const { service, stack } = await stackOf(roles(60), { listShape: "paged", pageSize: 20 });
  const first = roleNamed(service, "role 0")?.id;
  service.faults.add({ kind: "slow", ms: 100, method: "GET", path: /\/roles$/, after: 1 });
  const refreshed = refreshInTurns(stack, 60);
  await vi.waitUntil(() => service.requests.api.some(({ query }) => query.includes("page=1")));
  if (first !== undefined) service.tenant.roles.delete(first);
  await refreshed;
  await refreshInTurns(stack, 60);
  expect(stack.state.size).toBeGreaterThanOrEqual(59);
  for (const [name, { id }] of stack.state)
    if (name !== "r0") expect(service.tenant.roles.has(id)).toBe(true);
});

test("an item that differs between two pages is read by its id", async () => {
  const { service, stack } = await stackOf(roles(30), { pageSize: 10 });
  const moved = roleNamed(service, "role 0");
  const old = { ...moved, description: "older" };
  const others = [...service.tenant.roles.values()].filter((role) => role !== moved);
  const page = (body: unknown) =>
    service.faults.add({ kind: "status", status: 200, body, method: "GET", path: /\/roles$/ });
  page({ start: 0, limit: 10, total: 30, roles: [old, ...others.slice(0, 9)] });
  page({ start: 10, limit: 10, total: 30, roles: [...others.slice(9, 18), moved] });
  await refreshInTurns(stack, 30);
  expect(stack.outputs("r0").description).toBe("no. 0");
});

test.each<[string, object]>([
  ["a 503", { kind: "status", status: 503 }],
  ["a reset connection", { kind: "reset-before" }],
  ["HTML", { kind: "html" }],
  ["cut-off JSON", { kind: "cut-json" }],
  ["a huge body", { kind: "huge-body" }],
  ["a list of another kind", { kind: "status", status: 200, body: { errors: [] } }],
])("reads that wait for a page are read by id after %s in the middle of a walk", async (_what, fault) => {
  const { service, stack } = await stackOf(roles(30), { listShape: "paged", pageSize: 10 });
  const kind = fault as { kind: "html" };
  service.faults.add({ ...kind, method: "GET", path: /\/roles$/, after: 1, times: 100 });
  await refreshInTurns(stack);
  expect(stack.state.size).toBe(30);
  for (let index = 0; index < 30; index++)
    expect(stack.outputs(`r${index}`)).toMatchObject({ name: `role ${index}`, description: `no. ${index}` });
});

test("a page that comes after a 429 answers the reads that wait for it", async () => {
  const { service, stack } = await stackOf(roles(30));
  service.faults.add({ kind: "status", status: 429, method: "GET", path: /\/roles$/ });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 2 });
});

test("a page that never comes takes half of the time of a read, once in the process", async () => {
  const limits = { retryDeadlineMs: 3_000, requestTimeoutMs: 60_000 };
  const { service, stack } = await stackOf(roles(20), {}, limits);
  service.faults.add({ kind: "no-answer", method: "GET", path: /\/roles$/, times: 100 });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 20, lists: 1 });
});

test("a walk that fails twice is not begun again in this process", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, stack } = await stackOf(roles(20));
  service.faults.add({ kind: "status", status: 503, method: "GET", path: /\/roles$/, times: 100 });
  for (let run = 1; run <= 4; run++) {
    await refreshInTurns(stack);
    vi.advanceTimersByTime(11_000);
  }
  expect(counts(service)).toEqual({ singles: 80, lists: 2 });
});
