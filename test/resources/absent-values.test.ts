// Inputs that are missing in a response: for some of them absence is a value.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { CustomDomain } from "../service/custom-domain.ts";
import type { Service } from "../service/service.ts";
import type { Declared } from "./stack.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const role = (inputs: Props): Declared => ({ type: "Role", inputs });
const domain = (inputs: Props): Declared => ({
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
});
const relyingParty = domain({ relyingPartyIdentifier: "example.com" });

/** Somebody removes a field of the domain at the service. */
function remove({ tenant }: Service, field: keyof CustomDomain): void {
  for (const item of tenant.domains.values()) delete item[field];
}

/** The service leaves out these fields in every answer. */
function leaveOut({ faults }: Service, fields: string[], method?: string): void {
  faults.add({ kind: "missing-fields", fields, times: 1_000, ...(method !== undefined && { method }) });
}

test.each([false, true])(
  "a relying party that was removed at the service is drift, with null fields: %s",
  async (nullFields) => {
    const { service, stack, up } = await worldForTest({ nullFields });
    await up({ a: relyingParty });
    remove(service, "relying_party_identifier");
    succeeded(await stack.refresh());
    expect(stack.state.get("a")?.inputs.relyingPartyIdentifier).toBe("login.example.com");
    expect(await up({ a: relyingParty })).toEqual({ a: "replace" });
    expect([...service.tenant.domains.values()]).toMatchObject([{ relying_party_identifier: "example.com" }]);
  },
);

test("a missing relying party is no difference to one that is the domain", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: domain({ relyingPartyIdentifier: "Login.example.com" }) };
  await up(program);
  remove(service, "relying_party_identifier");
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same" });
});

test.each([false, true])(
  "a client IP header that was cleared at the service is drift, with null fields: %s",
  async (nullFields) => {
    const { service, stack, up } = await worldForTest({ nullFields });
    const program = { a: domain({ customClientIpHeader: "cf-connecting-ip" }) };
    await up(program);
    remove(service, "custom_client_ip_header");
    succeeded(await stack.refresh());
    expect(stack.outputs("a").customClientIpHeader).toBe(null);
    expect(await up(program)).toEqual({ a: "update" });
    expect([...service.tenant.domains.values()]).toMatchObject([
      { custom_client_ip_header: "cf-connecting-ip" },
    ]);
  },
);

test.each([null, undefined])("a description that becomes %s at the service is drift", async (value) => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }) };
  await up(program);
  const [created] = service.tenant.roles.values();
  Object.assign(created ?? {}, { description: value });
  succeeded(await stack.refresh());
  expect(stack.outputs("a").description).toBe("");
  expect(await up(program)).toEqual({ a: "update" });
  expect(created?.description).toBe("all");
});

test("a description that is null is drift also where the answer to the create had none", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: role({ name: "admin", description: "all" }) };
  leaveOut(service, ["description"], "POST");
  await up(program);
  for (const created of service.tenant.roles.values()) Object.assign(created, { description: null });
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "update" });
});

test("a description that the answer to the create leaves out is empty from the first moment", async () => {
  const { service, stack, up } = await worldForTest();
  leaveOut(service, ["description"]);
  const program = { a: role({ name: "admin" }) };
  await up(program);
  expect(stack.outputs("a").description).toBe("");
  const before = stack.outputs("a");
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toEqual(before);
  service.faults.clear();
  succeeded(await stack.refresh());
  expect(stack.outputs("a").description).toBe("");
  expect(await up(program)).toEqual({ a: "same" });
});

test("a service that never returns an input does not make it drift", async () => {
  const { service, stack, up } = await worldForTest();
  leaveOut(service, ["description", "relying_party_identifier", "custom_client_ip_header"]);
  const program = {
    a: role({ name: "admin", description: "all" }),
    b: domain({ relyingPartyIdentifier: "example.com", customClientIpHeader: "cf-connecting-ip" }),
  };
  await up(program);
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "same", b: "same" });
  expect(service.requests.writes.length).toBe(2);
});

test("what the service has once returned is drift when it is missing later, after updates too", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: role({ name: "admin", description: "all" }) });
  service.faults.add({ kind: "empty-body", method: "PATCH" });
  const program = { a: role({ name: "owner", description: "all" }) };
  await up(program);
  succeeded(await stack.refresh());
  leaveOut(service, ["description"], "GET");
  succeeded(await stack.refresh());
  expect(stack.outputs("a").description).toBe("");
  expect(await up(program)).toEqual({ a: "update" });
});

test("a state that does not know what the service returned shows no drift before a refresh has seen it", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: relyingParty });
  const { __told, ...outputs } = stack.outputs("a");
  expect(__told).toEqual(["relyingPartyIdentifier"]);
  const entry = stack.state.get("a") ?? expect.fail("a does not exist");
  stack.state.set("a", { ...entry, outputs });
  service.faults.add({ kind: "missing-fields", method: "GET", fields: ["relying_party_identifier"] });
  succeeded(await stack.refresh());
  expect(await up({ a: relyingParty })).toEqual({ a: "same" });
  succeeded(await stack.refresh());
  remove(service, "relying_party_identifier");
  succeeded(await stack.refresh());
  expect(await up({ a: relyingParty })).toEqual({ a: "replace" });
});

test("inputs that are neither declared nor returned become no output", async () => {
  const { stack, up } = await worldForTest();
  await up({ a: domain({}) });
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).not.toHaveProperty("relyingPartyIdentifier");
  expect(stack.outputs("a")).not.toHaveProperty("customClientIpHeader");
});
