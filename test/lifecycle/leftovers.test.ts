// What an earlier run has created, or may have, and what the next one does with it and says of it.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client } from "../../provider/client/client.ts";
import { role as roleResource } from "../../provider/index.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import { handlersOf } from "../../provider/lifecycle/resource-handlers.ts";
import { addressOf, openProvider, settingsFor } from "../resources/handlers.ts";
import { type Processes, processesForTest } from "../resources/processes-for-test.ts";
import { Stack } from "../resources/stack.ts";
import { succeeded, worldForTest } from "../resources/stack-for-test.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const admin = role({ name: "admin" });
const domain = {
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs" },
} as const;

/** A run that was killed when the service had created the role "admin" for the resource `a`, without an answer. */
async function killedForTest(inputs: Props = { name: "admin" }): Promise<Processes & { id: string }> {
  const processes = await processesForTest();
  const { service, stack, kill } = processes;
  service.faults.add({ kind: "reset-after", method: "POST" });
  service.faults.add({ kind: "status", status: 401, method: "GET" });
  expect((await stack.up({ a: role(inputs) })).errors.a).toBeDefined();
  await kill();
  const [{ id } = { id: "" }] = service.tenant.roles.values();
  return { ...processes, id };
}

const warnings = ({ provider }: Stack) =>
  provider.log.filter((line) => line.startsWith("warning: ")).join("\n");

test("the same resource under another name creates its item, with a warning that names the killed create", async () => {
  const { service, stack, id } = await killedForTest();
  succeeded(await stack.up({ b: admin }));
  expect(stack.state.get("b")?.id).not.toBe(id);
  expect(service.tenant.roles.size).toBe(2);
  expect(warnings(stack)).toMatch(
    /Role "admin": at .* UTC a run .* role with the name "admin" for urn:\S+Role::a\./,
  );
});

test("a stack that was renamed after a kill is warned of the killed create", async () => {
  const { stack, otherStack } = await killedForTest();
  await stack.provider.close();
  const renamed = otherStack();
  succeeded(await renamed.up({ a: admin }));
  expect(warnings(renamed)).toMatch(/for urn:pulumi:test::\S+Role::a\./);
});

test("a name that changes after a kill is told with the name that may exist", async () => {
  const { service, stack } = await killedForTest();
  succeeded(await stack.up({ a: role({ name: "owner" }) }));
  expect(service.tenant.roles.size).toBe(2);
  expect(warnings(stack)).toMatch(/Role "owner": .* role with the name "admin" for it.* may exist/);
});

test("a secret name is neither in the journal nor in a warning", async () => {
  const { stack, journal } = await killedForTest({ name: "hush-hush", __secrets: ["name"] });
  const texts = globSync(join(journal, "*.log")).map((file) => readFileSync(file, "utf8"));
  expect(texts.join("\n")).toMatch(/Role/);
  expect(texts.join("\n")).not.toContain("hush");
  succeeded(await stack.up({ a: role({ name: "other" }) }));
  expect(warnings(stack)).toMatch(/Role "other": .* may exist/);
  expect(warnings(stack)).not.toContain("hush");
});

test("a killed create is named at the end of runs that do not ask for it: removed, unchanged, destroyed", async () => {
  const { stack, restart } = await killedForTest();
  const sentence = /warning: urn:pulumi:test::\S+Role::a: at .* role with the name "admin".* may exist/;
  const endOf = async (run: Promise<unknown>) => {
    await run;
    const { provider } = stack;
    await restart();
    return provider.log.join("\n");
  };
  expect(await endOf(stack.up({ z: role({ name: "z" }) }))).toMatch(sentence);
  expect(await endOf(stack.up({ z: role({ name: "z" }) }))).toMatch(sentence);
  expect(await endOf(stack.refresh())).toMatch(sentence);
  expect(await endOf(stack.destroy())).toMatch(sentence);
});

test("a killed create of a replacement is named although the old resource is unchanged", async () => {
  const { service, stack, restart, kill } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  await restart();
  const stored = stack.snapshot();
  const { id = "", inputs = {}, outputs = {} } = stack.state.get("a") ?? {};
  await stack.provider.handlersOf("Role").diff(id, outputs, inputs);
  service.faults.add({ kind: "reset-after", method: "POST" });
  service.faults.add({ kind: "status", status: 401, method: "GET" });
  await expect(stack.provider.handlersOf("Role").create(inputs)).rejects.toThrow();
  await kill();
  stack.restore(stored);
  succeeded(await stack.up({ a: admin }));
  await restart();
  succeeded(await stack.up({ a: admin }));
  const { provider } = stack;
  await provider.close();
  expect(provider.log.join("\n")).toMatch(/urn:\S+Role::a: at .* may exist/);
});

/** A run whose disk was full when the service had created the role "admin" for `a`: the journal has no id of it. */
async function fullDiskForTest(): Promise<Processes> {
  const processes = await processesForTest();
  const { stack, journal, restart } = processes;
  succeeded(await stack.up({ a: admin }));
  await restart();
  for (const file of globSync(join(journal, "*.log")))
    writeFileSync(file, readFileSync(file, "utf8").replace(/^(made .*|ended)\n/gm, ""));
  return processes;
}

test.each([
  ["an up that does not change it", (stack: Stack) => stack.up({ a: admin })],
  ["an up that changes it", (stack: Stack) => stack.up({ a: role({ name: "owner" }) })],
  ["a refresh", (stack: Stack) => stack.refresh()],
  ["a destroy", (stack: Stack) => stack.destroy()],
])("a create whose id a full disk has lost is not named when a state has its item: %s", async (_, run) => {
  const { stack, journal, restart } = await fullDiskForTest();
  expect(globSync(join(journal, "*.log")).length).toBe(1);
  await run(stack);
  const { provider } = stack;
  await restart();
  expect(provider.log.join("\n")).not.toMatch(/warning/);
  expect(globSync(join(journal, "*.log"))).toEqual([]);
});

test("a create whose id a full disk has lost is settled when no state has its item", async () => {
  const { service, stack } = await fullDiskForTest();
  stack.state.clear();
  succeeded(await stack.up({ a: admin }));
  expect([...service.tenant.roles.keys()]).toEqual([stack.state.get("a")?.id]);
});

test("an item that was changed since is not taken back: the error names it and what to do", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const [item] = service.tenant.roles.values();
  if (item) Object.assign(item, { name: "ops", description: "somebody else's" });
  stack.state.clear();
  await restart();
  const { errors } = await stack.up({ a: admin });
  expect(errors.a).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(errors.a?.message).toContain(item?.id);
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "ops", description: "somebody else's" }]);
  succeeded(await stack.up({ a: role({ name: "ops", description: "somebody else's" }) }));
  expect(stack.state.get("a")?.id).toBe(item?.id);
});

test("an item that an earlier run of the stack got is adopted, and the warning says when that is wrong", async () => {
  const { stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  stack.state.clear();
  await restart();
  succeeded(await stack.up({ a: admin }));
  const id = stack.state.get("a")?.id ?? "none";
  const lines = warnings(stack).split("\n");
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`${id} .*stack rename.*state move.*destroy of this one deletes it.*pulumi state delete`),
    ),
  ]);
});

test("the diff of a preview has seen the items of the state: they are not adopted by another stack of the name", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const { id = "", inputs = {}, outputs = {} } = stack.state.get("a") ?? {};
  await restart();
  // A preview ends with the diffs.
  await stack.provider.handlersOf("Role").check(inputs, inputs);
  await stack.provider.handlersOf("Role").diff(id, outputs, inputs);
  await restart();
  stack.state.clear();
  succeeded(await stack.up({ a: admin }));
  expect(stack.state.get("a")?.id).not.toBe(id);
  expect(service.tenant.roles.size).toBe(2);
});

test("the item of another resource in the journal is not one of several that a killed create may have made", async () => {
  const { service, stack, restart } = await processesForTest();
  succeeded(await stack.up({ a: admin }));
  const first = stack.state.get("a")?.id;
  await restart();
  service.faults.add({ kind: "reset-after", method: "POST" });
  service.faults.add({ kind: "status", status: 401, method: "GET" });
  expect((await stack.up({ b: admin })).errors.b).toBeDefined();
  await restart();
  succeeded(await stack.up({ b: admin }));
  expect(stack.state.get("b")?.id).not.toBe(first);
  expect(service.requests.writes.filter(({ method }) => method === "POST").length).toBe(2);
});

test("an adoption that finds several items has sent nothing: later runs are told of no create", async () => {
  const { service, stack, restart } = await processesForTest();
  for (const description of ["one", "two"]) service.tenant.addRole({ name: "admin", description });
  const { errors } = await stack.up({ a: role({ name: "admin", adopt: true }) });
  expect(errors.a).toMatchObject({ code: "ERR_IDM_AMBIGUOUS" });
  await restart();
  succeeded(await stack.up({ b: role({ name: "other" }) }));
  await stack.provider.close();
  expect(warnings(stack)).toBe("");
});

test("several items that may be that of a lost create are an error that says so, and asks to delete none", async () => {
  const { service, fail } = await worldForTest();
  const byHand = service.tenant.addRole({ name: "admin" });
  service.faults.add({ kind: "reset-after", method: "POST" });
  const error = await fail(admin);
  expect(error.code).toBe("ERR_IDM_AMBIGUOUS");
  expect(error.message).toMatch(new RegExp(`got no answer.*${byHand.id}.*somebody else's`));
  expect(error.message).not.toMatch(/delete/i);
});

test("a killed create whose program has changed stays an error until somebody decides", async () => {
  const { service, stack } = await killedForTest({ name: "admin", description: "old" });
  for (const _ of [1, 2, 3]) {
    const { errors } = await stack.up({ a: role({ name: "admin", description: "new" }) });
    expect(errors.a).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  }
  expect(service.tenant.roles.size).toBe(1);
});

test("a replacement with adopt says that it adopts the same item again", async () => {
  const { service, stack, restart } = await processesForTest();
  service.tenant.addRole({ name: "admin" });
  succeeded(await stack.up({ a: role({ name: "admin", adopt: true }) }));
  const { id = "", inputs = {}, outputs = {} } = stack.state.get("a") ?? {};
  for (const _ of [1, 2]) {
    await restart();
    const { handlersOf: handlers, log } = stack.provider;
    await handlers("Role").check({}, inputs);
    expect((await handlers("Role").create(inputs)).id).toBe(id);
    await handlers("Role").delete(id, outputs);
    expect(log.join("\n")).toMatch(/adopt: true adopts the same item again/);
    expect(log.join("\n")).not.toMatch(/run the same command again/);
  }
});

test("a journal that cannot be written is one warning of a run, and the creates are done", async () => {
  const { service, journal } = await processesForTest();
  const occupied = join(journal, "file", "journal");
  writeFileSync(join(journal, "file"), "");
  const provider = openProvider(await settingsFor(service), occupied);
  const stack = new Stack(provider);
  succeeded(await stack.up({ a: admin, b: role({ name: "b" }) }));
  await provider.close();
  expect(provider.log.filter((line) => line.includes(occupied)).length).toBe(1);
});

test("a state without a required input does not replace the item", async () => {
  const { service, stack, provider, up } = await worldForTest();
  await up({ d: domain });
  const { id = "", inputs = {} } = stack.state.get("d") ?? {};
  const diff = await provider.handlersOf("CustomDomain").diff(id, { __provider: "shell" }, inputs);
  expect(diff.replaces).toEqual([]);
  expect(service.tenant.domains.size).toBe(1);
});

test("a create that hangs says after Ctrl-C what the run waits for", async () => {
  const { service } = await worldForTest();
  const lines: string[] = [];
  service.faults.add({ kind: "slow", ms: 4_000, method: "POST" });
  const stop = new AbortController();
  const client = new Client(await settingsFor(service), (line) => lines.push(line));
  const ownership = new Ownership(new Journal([], ""));
  const log = (line: string) => void lines.push(line);
  const runtime = {
    client: () => client,
    address: addressOf(client),
    ownership: () => ownership,
    log,
    stop: stop.signal,
  };
  const created = handlersOf(roleResource, runtime).create({ name: "admin" });
  await expect.poll(() => service.requests.api.length).toBe(1);
  stop.abort();
  await created;
  client.close();
  expect(lines.filter((line) => line.includes("second Ctrl-C")).length).toBe(1);
});
