// A service that makes something else of the values that it is sent.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Fault } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import type { Declared, Program } from "./stack.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const domain = (inputs: Props = {}): Declared => ({
  type: "CustomDomain",
  inputs: {
    domain: "login.example.com",
    type: "self_managed_certs",
    domainMetadata: { Team: " a ", none: null },
    ...inputs,
  },
});
const role = (description: string): Declared => ({ type: "Role", inputs: { name: "admin", description } });

/** Every answer to this method has these values of the items, whatever was sent. */
function answerWith(service: Service, method: string, path: RegExp, changes: object): void {
  const { domains, roles } = service.tenant;
  const [item] = path.test("/roles/1") ? roles.values() : domains.values();
  const body = { ...item, ...changes };
  const kind = method === "GET" ? "status" : "status-after";
  service.faults.add({ kind, status: 200, method, path, body, times: 9 } as Fault);
}

/** The service writes the metadata of its domains in lower case, and keeps a description as null. */
async function normalisingWorld(program: Program) {
  const world = await worldForTest();
  const { service, up } = world;
  const answered = {
    custom_domain_id: "cd_1",
    domain: "login.example.com",
    type: "self_managed_certs",
    status: "ready",
    primary: false,
    domain_metadata: { team: "a" },
  };
  service.faults.add({ kind: "status-after", status: 201, method: "POST", path: /domains$/, body: answered });
  await up(program);
  service.faults.add({
    kind: "status",
    status: 200,
    method: "GET",
    path: /domains\//,
    body: answered,
    times: 9,
  });
  return { ...world, answered };
}

test("metadata that the service writes in lower case replaces no domain, and is told once", async () => {
  const program = { a: domain() };
  const { stack, provider, up, service, answered } = await normalisingWorld(program);
  expect(provider.log).toEqual([
    expect.stringMatching(
      /^warning: CustomDomain "login.example.com": .* has not kept domainMetadata as it was/,
    ),
  ]);
  for (let run = 0; run < 2; run++) {
    succeeded(await stack.refresh());
    expect(stack.outputs("a").domainMetadata).toEqual({ Team: " a ", none: null });
    expect(await up(program)).toEqual({ a: "same" });
  }
  service.faults.clear();
  const changed = { ...answered, domain_metadata: { team: "b" } };
  service.faults.add({ kind: "status", status: 200, method: "GET", path: /domains\//, body: changed });
  succeeded(await stack.refresh());
  expect(stack.outputs("a").domainMetadata).toEqual({ team: "b" });
});

test("what the service makes of metadata that the program changes is a difference", async () => {
  const { stack, up } = await normalisingWorld({ a: domain() });
  succeeded(await stack.refresh());
  const entry = stack.state.get("a") ?? expect.fail("a does not exist");
  const diff = await stack.provider
    .handlersOf("CustomDomain")
    .diff(entry.id, entry.outputs, { ...entry.inputs, domainMetadata: { team: "b" } });
  expect(diff.replaces).toEqual(["domainMetadata"]);
  expect(await up({ a: domain() })).toEqual({ a: "same" });
});

test("a program that declares what the service has made of a value replaces nothing", async () => {
  const { service, stack, up } = await normalisingWorld({ a: domain() });
  succeeded(await stack.refresh());
  service.requests.reset();
  const program = { a: domain({ domainMetadata: { team: "a" } }) };
  expect(await up(program)).toEqual({ a: "update" });
  expect(service.requests.api).toEqual([]);
  expect(stack.outputs("a").domainMetadata).toEqual({ team: "a" });
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
});

test("what the service makes of a secret input is in no state", async () => {
  const { stack } = await normalisingWorld({ a: domain({ __secrets: ["domainMetadata"] }) });
  expect(stack.outputs("a")).not.toHaveProperty("__answered");
});

test("a description that the service always answers as null is updated once, not at each refresh", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role("all") };
  await up(program);
  for (const method of ["GET", "PATCH"]) answerWith(service, method, /roles\//, { description: null });
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "update" });
  for (let run = 0; run < 2; run++) {
    succeeded(await stack.refresh());
    expect(await up(program)).toEqual({ a: "same" });
  }
  expect(await up({ a: role("new") })).toEqual({ a: "update" });
  service.faults.clear();
  answerWith(service, "GET", /roles\//, { description: "of somebody else" });
  succeeded(await stack.refresh());
  expect(await up({ a: role("new") })).toEqual({ a: "update" });
});
