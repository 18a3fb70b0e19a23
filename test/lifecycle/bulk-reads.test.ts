// Reads from lists: what they cost, and that they tell no less than reads by id.
import { expect, onTestFinished, test, vi } from "vitest";
import type { Settings } from "../../provider/config/settings.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { openProvider, settingsFor } from "../resources/handlers.ts";
import type { Program, Stack } from "../resources/stack.ts";
import { succeeded, type World, worldForTest } from "../resources/stack-for-test.ts";
import type { ListShape, ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";

const itemPath = /^\/api\/v2\/(roles|custom-domains|.*templates)\/[^/]+$/;

/** Reads by id, and requests for lists. */
function counts({ requests }: Service): { singles: number; lists: number } {
  const reads = requests.api.filter(({ method }) => method === "GET");
  const singles = reads.filter(({ path }) => itemPath.test(path)).length;
  return { singles, lists: reads.length - singles };
}

const roles = (count: number): Program =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}`,
      { type: "Role", inputs: { name: `role ${index}`, description: `no. ${index}` } },
    ]),
  );

const domains = (count: number, more: Props = {}): Program =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      {
        type: "CustomDomain",
        inputs: { domain: `d${index}.example.com`, type: "self_managed_certs", ...more },
      },
    ]),
  );

function roleNamed({ tenant }: Service, wanted: string) {
  return [...tenant.roles.values()].find(({ name }) => name === wanted);
}

/** A world in which the program is up. The next operations are those of another provider process. */
async function stackOf(
  program: Program,
  options: ServiceOptions = {},
  settings: Partial<Settings> = {},
): Promise<World & { restart(): Promise<void> }> {
  const world = await worldForTest(options, settings);
  await world.up(program);
  const restart = async () => {
    const provider = openProvider(await settingsFor(world.service, settings));
    onTestFinished(() => provider.close());
    world.stack.provider = provider;
    world.service.requests.reset();
  };
  await restart();
  return { ...world, restart };
}

/** Refreshes as the engine does: `inFlight` reads at a time, and the next when one has been answered. */
async function refreshInTurns(stack: Stack, inFlight = 8): Promise<void> {
  const entries = [...stack.state];
  const next = async (): Promise<void> => {
    const entry = entries.shift();
    if (!entry) return;
    const [name, { type, id, outputs }] = entry;
    const { props = {}, ...result } = await stack.provider.handlersOf(type).read(id, outputs);
    if (result.id === undefined) stack.state.delete(name);
    else stack.state.set(name, { ...entry[1], outputs: props });
    await next();
  };
  await Promise.all(Array.from({ length: inFlight }, next));
}

const dialects: [ListShape, number | undefined][] = [
  ["array", undefined],
  ["array", 20],
  ["paged", 20],
  ["next", 20],
];

test.each(dialects)(
  "a refresh of 100 roles and 10 domains takes at most 12 requests (%s, %s on a page)",
  async (listShape, pageSize) => {
    const { service, stack } = await stackOf(
      { ...roles(100), ...domains(10) },
      { listShape, ...(pageSize !== undefined && { pageSize }) },
    );
    const before = structuredClone([...stack.state]);
    await refreshInTurns(stack);
    expect(service.requests.api.length).toBeLessThanOrEqual(12);
    expect([...stack.state].map(([name, { outputs }]) => [name, outputs])).toMatchObject(
      before.map(([name, { outputs }]) => {
        const { __provider, ...props } = outputs;
        return [name, props];
      }),
    );
  },
);

test("110 reads take 6 requests where a page has 100 items", async () => {
  const { service, stack } = await stackOf({ ...roles(100), ...domains(10) });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 4, lists: 2 });
});

test("reads that come one after another are answered from a list too", async () => {
  const { service, stack } = await stackOf({ ...roles(20), ...domains(5) });
  await refreshInTurns(stack, 1);
  expect(counts(service)).toEqual({ singles: 4, lists: 2 });
});

test("one read, and two at the same time, stay reads by id", async () => {
  const { service, stack, restart } = await stackOf(roles(2));
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 0 });
  await restart();
  stack.state.delete("r1");
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 1, lists: 0 });
});

test("no list is read with idm:bulkRead false", async () => {
  const { service, stack } = await stackOf(roles(12), {}, { bulkRead: false });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 12, lists: 0 });
});

test("reads of a get, which have no state, are reads by id", async () => {
  const { service, stack } = await stackOf(roles(12));
  const { read } = stack.provider.handlersOf("Role");
  await Promise.all([...stack.state.values()].map(({ id }) => read(id, {})));
  expect(counts(service)).toEqual({ singles: 12, lists: 0 });
});

test("the verifications of domains are read from the list of domains", async () => {
  const { service, stack } = await stackOf(domains(10));
  const { read } = stack.provider.handlersOf("CustomDomainVerification");
  const states = [...stack.state.values()].map(({ id, outputs }) => ({ id, outputs }));
  const results = await Promise.all(
    states.map(({ id, outputs: { domain } }) =>
      read(id, { customDomainId: id, domain, status: "ready", lastVerifiedAt: undefined }),
    ),
  );
  expect(results.map(({ props }) => props?.status)).toEqual(Array(10).fill("pending_verification"));
  expect(counts(service)).toEqual({ singles: 2, lists: 1 });
});

test.each<ListShape>(["array", "paged", "next"])(
  "a refresh of 5 roles in a tenant of 20,000 takes at most 7 requests (%s)",
  async (listShape) => {
    const { service, stack } = await worldForTest({ listShape });
    for (let index = 0; index < 20_000; index++)
      service.tenant.roles.set(`rol_${index}`, { id: `rol_${index}`, name: `other ${index}` });
    const provider = openProvider(await settingsFor(service));
    onTestFinished(() => provider.close());
    succeeded(await stack.up(roles(5)));
    stack.provider = provider;
    service.requests.reset();
    await refreshInTurns(stack);
    expect(service.requests.api.length).toBeLessThanOrEqual(7);
  },
);

test("a refresh of 12 roles in a list that never ends takes at most 2 requests more than reads by id", async () => {
  const { service, stack } = await stackOf(roles(12), { listShape: "endless", pageSize: 1 });
  await refreshInTurns(stack);
  expect(service.requests.api.length).toBeLessThanOrEqual(14);
});

test("a refresh of 1,000 roles in any order takes less than a tenth of the requests", async () => {
  const { service, stack } = await stackOf(roles(1_000), { listShape: "paged" });
  const shuffled = [...stack.state].map((entry, index) => ({ entry, rank: (index * 617) % 1_000 }));
  stack.state.clear();
  for (const { entry } of shuffled.sort((left, right) => left.rank - right.rank)) stack.state.set(...entry);
  await refreshInTurns(stack);
  expect(service.requests.api.length).toBeLessThanOrEqual(100);
});

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

test("a service that refuses the size of a page is asked without it", async () => {
  const refusedListParameters = ["per_page", "include_totals", "page"];
  const { service, stack } = await stackOf(roles(40), { refusedListParameters });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 2 });
});

test("what a list does not show is read by its id before it counts as gone", async () => {
  const { service, stack } = await stackOf(roles(10));
  const [hidden, gone] = [stack.state.get("r4")?.id ?? "", stack.state.get("r7")?.id ?? ""];
  service.tenant.roles.delete(gone);
  const body = [...service.tenant.roles.values()].filter(({ id }) => id !== hidden);
  service.faults.add({ kind: "status", status: 200, body, method: "GET", path: /\/roles$/ });
  await refreshInTurns(stack);
  expect([...stack.state.keys()].sort()).toEqual(Object.keys(roles(10)).filter((name) => name !== "r7"));
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

test("no read is answered from a list that was read before a write of this process", async () => {
  const { service, stack } = await stackOf(roles(12));
  await refreshInTurns(stack);
  const { update, read } = stack.provider.handlersOf("Role");
  const { id = "", outputs = {} } = stack.state.get("r3") ?? {};
  await update(id, outputs, { name: "role 3", description: "new" });
  service.requests.reset();
  expect((await read(id, outputs)).props).toMatchObject({ description: "new" });
  expect(counts(service)).toEqual({ singles: 1, lists: 0 });
});

test("no read is answered from a list that was requested while a write was in flight", async () => {
  const { service, stack } = await stackOf(roles(12));
  service.faults.add({ kind: "slow", ms: 300, method: "PATCH" });
  const { update } = stack.provider.handlersOf("Role");
  const { id = "", outputs = {} } = stack.state.get("r3") ?? {};
  const updated = update(id, outputs, { name: "role 3", description: "new" });
  await vi.waitUntil(() => service.requests.writes.length > 0);
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 12, lists: 0 });
  await updated;
});

test("a list answers reads for 10 seconds", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { service, stack } = await stackOf(roles(12));
  const [early, late] = ["r3", "r4"].map((name) => stack.state.get(name));
  for (const name of ["r3", "r4"]) stack.state.delete(name);
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 1 });
  const { read } = stack.provider.handlersOf("Role");
  vi.advanceTimersByTime(9_000);
  await read(early?.id ?? "", early?.outputs ?? {});
  expect(counts(service)).toEqual({ singles: 2, lists: 1 });
  vi.advanceTimersByTime(1_500);
  const role = service.tenant.roles.get(late?.id ?? "");
  if (role) role.description = "by hand";
  const { props } = await read(late?.id ?? "", late?.outputs ?? {});
  expect(props).toMatchObject({ description: "by hand" });
  expect(counts(service)).toEqual({ singles: 3, lists: 1 });
});

test("a resource that is read again sees what has changed since", async () => {
  const { service, stack } = await stackOf(roles(12));
  for (const text of ["one", "two", "three"]) {
    for (const role of service.tenant.roles.values()) role.description = text;
    await refreshInTurns(stack);
    for (const name of stack.state.keys()) expect(stack.outputs(name).description).toBe(text);
  }
  expect(counts(service)).toEqual({ singles: 6, lists: 3 });
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
