// Reads from lists: what they cost, and that they tell no less than reads by id.
import { expect, onTestFinished, test, vi } from "vitest";
import { openProvider, settingsFor } from "../resources/handlers.ts";
import { succeeded, worldForTest } from "../resources/stack-for-test.ts";
import type { ListShape } from "../service/options.ts";
import { counts, domains, refreshInTurns, roles, stackOf } from "./bulk-reads-scene.ts";

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

test("a service that refuses the size of a page is asked without it", async () => {
  const refusedListParameters = ["per_page", "include_totals", "page"];
  const { service, stack } = await stackOf(roles(40), { refusedListParameters });
  await refreshInTurns(stack);
  expect(counts(service)).toEqual({ singles: 2, lists: 2 });
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
