import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const domain = (inputs: Props = {}) =>
  ({
    type: "CustomDomain",
    inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
  }) as const;

test("create sends one request with the declared inputs only", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  expect(service.requests.api).toMatchObject([{ method: "POST", path: "/api/v2/custom-domains" }]);
  const [created] = service.tenant.domains.values();
  expect(created).not.toHaveProperty("custom_client_ip_header");
  expect(created).not.toHaveProperty("relying_party_identifier");
  expect(stack.state.get("a")?.id).toBe(created?.custom_domain_id);
  expect(stack.outputs("a")).toMatchObject({
    customDomainId: created?.custom_domain_id,
    domain: "login.example.com",
    primary: false,
    isDefault: false,
    status: "pending_verification",
    verification: { status: "pending", methods: created?.verification.methods },
  });
});

test("every input is sent under its wire name, and metadata keys are sent as they are", async () => {
  const { service, up } = await worldForTest();
  const domainMetadata = JSON.parse('{ "costCentre": "1", "snake_case": null, "constructor": "c" }');
  await up({
    a: domain({
      verificationMethod: "txt",
      customClientIpHeader: "cf-connecting-ip",
      domainMetadata,
      relyingPartyIdentifier: "example.com",
    }),
    b: domain({ domain: "b.example.com", type: "service_managed_certs", tlsPolicy: "recommended" }),
  });
  const a = service.tenant.domainNamed("login.example.com");
  const b = service.tenant.domainNamed("b.example.com");
  expect(a).toMatchObject({
    custom_client_ip_header: "cf-connecting-ip",
    domain_metadata: domainMetadata,
    relying_party_identifier: "example.com",
  });
  expect(b).toMatchObject({ type: "service_managed_certs", tls_policy: "recommended" });
});

test("the client IP header is updated, and set to null when it is no longer declared", async () => {
  const { service, up } = await worldForTest();
  await up({ a: domain({ customClientIpHeader: "cf-connecting-ip" }) });
  const [created] = service.tenant.domains.values();
  expect(await up({ a: domain({ customClientIpHeader: "true-client-ip" }) })).toEqual({ a: "update" });
  expect(created?.custom_client_ip_header).toBe("true-client-ip");
  expect(await up({ a: domain() })).toEqual({ a: "update" });
  expect(created?.custom_client_ip_header).toBe(null);
  expect(await up({ a: domain() })).toEqual({ a: "same" });
  expect(service.tenant.domains.size).toBe(1);
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST", "PATCH", "PATCH"]);
});

test("null and the empty string both mean that no header is read", async () => {
  const { service, up } = await worldForTest();
  await up({ a: domain({ customClientIpHeader: "" }) });
  service.requests.reset();
  expect(await up({ a: domain({ customClientIpHeader: null }) })).toEqual({ a: "same" });
  expect(service.requests.api).toEqual([]);
});

test("a TLS policy that differs is set to the default when it is no longer declared", async () => {
  const { service, stack, up } = await worldForTest();
  const managed = { type: "service_managed_certs" };
  await up({ a: domain({ ...managed, tlsPolicy: "recommended" }) });
  for (const created of service.tenant.domains.values()) created.tls_policy = "other" as "recommended";
  // A refresh of an earlier version has read it. This version keeps what is declared.
  const entry = stack.state.get("a") ?? expect.fail("a does not exist");
  stack.state.set("a", { ...entry, outputs: { ...entry.outputs, tlsPolicy: "other" } });
  expect(await up({ a: domain(managed) })).toEqual({ a: "update" });
  expect([...service.tenant.domains.values()]).toMatchObject([{ tls_policy: "recommended" }]);
});

test.each<[string, Props, Props]>([
  ["domain", {}, { domain: "other.example.com" }],
  ["type", {}, { type: "service_managed_certs" }],
  ["domainMetadata", { domainMetadata: { a: "1" } }, { domainMetadata: { a: "2" } }],
  ["domainMetadata", { domainMetadata: { a: "1" } }, {}],
  ["relyingPartyIdentifier", {}, { relyingPartyIdentifier: "example.com" }],
  ["relyingPartyIdentifier", { relyingPartyIdentifier: "example.com" }, {}],
])("a change of %s replaces the domain, and deletes it first", async (key, before, after) => {
  const { service, stack, provider, up } = await worldForTest();
  await up({ a: domain(before) });
  const { id, outputs } = stack.state.get("a") ?? { id: "", outputs: {} };
  expect(await provider.handlersOf("CustomDomain").diff(id, outputs, domain(after).inputs)).toEqual({
    changes: true,
    replaces: [key],
    deleteBeforeReplace: true,
  });
  expect(await up({ a: domain(after) })).toEqual({ a: "replace" });
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST"]);
  expect(service.tenant.domains.size).toBe(1);
});

test.each<[string, Props, Props]>([
  ["the case of the domain", {}, { domain: "LOGIN.example.com" }],
  [
    "the case of the relying party",
    { relyingPartyIdentifier: "example.com" },
    { relyingPartyIdentifier: "Example.COM" },
  ],
  ["a relying party that is the domain", {}, { relyingPartyIdentifier: "login.example.com" }],
  ["the default verification method", {}, { verificationMethod: "txt" }],
  ["empty metadata", {}, { domainMetadata: {} }],
  ["a metadata value of null", { domainMetadata: { a: "1" } }, { domainMetadata: { a: "1", b: null } }],
  ["adopt", {}, { adopt: true }],
])("%s is no difference", async (_what, before, after) => {
  const { service, up } = await worldForTest();
  await up({ a: domain(before) });
  service.requests.reset();
  await up({ a: domain(after) });
  expect(await up({ a: domain(before) })).not.toEqual({ a: "replace" });
  expect(service.requests.api).toEqual([]);
});

test("inputs that are not declared are never a difference", async () => {
  const { service, stack, up } = await worldForTest({ extraFields: true, nullFields: true });
  await up({ a: domain() });
  for (const created of service.tenant.domains.values()) {
    Object.assign(created, {
      status: "ready",
      primary: true,
      is_default: true,
      domain_metadata: { by: "hand" },
    });
    Object.assign(created, {
      custom_client_ip_header: "x-forwarded-for",
      relying_party_identifier: "example.com",
    });
    created.domain = created.domain.toUpperCase();
    created.type = "SELF_MANAGED_CERTS" as "self_managed_certs";
  }
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toMatchObject({
    status: "ready",
    primary: true,
    domain: "login.example.com",
    type: "self_managed_certs",
    domainMetadata: { by: "hand" },
  });
  expect(await up({ a: domain() })).toEqual({ a: "same" });
});

test("drift is corrected by an update, or by a replacement where no update is possible", async () => {
  const { service, stack, up } = await worldForTest();
  const program = { a: domain({ customClientIpHeader: "cf-connecting-ip", domainMetadata: { a: "1" } }) };
  await up(program);
  for (const created of service.tenant.domains.values()) created.custom_client_ip_header = null;
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "update" });
  for (const created of service.tenant.domains.values()) created.domain_metadata = {};
  succeeded(await stack.refresh());
  expect(await up(program)).toEqual({ a: "replace" });
  expect([...service.tenant.domains.values()]).toMatchObject([
    { custom_client_ip_header: "cf-connecting-ip", domain_metadata: { a: "1" } },
  ]);
});

test("a refresh keeps metadata under the keys toString and constructor", async () => {
  const { stack, up } = await worldForTest();
  const program = { a: domain({ domainMetadata: { toString: "x", constructor: "y" } }) };
  await up(program);
  succeeded(await stack.refresh());
  expect(Object.keys(stack.outputs("a").domainMetadata as object)).toEqual(["toString", "constructor"]);
  expect(await up(program)).toEqual({ a: "same" });
});

test("a refresh keeps the outputs that are missing in the answer", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  const before = stack.outputs("a");
  service.faults.add({ kind: "missing-fields", method: "GET", fields: ["status", "verification", "domain"] });
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toEqual(before);
});

test("a domain that is gone is created again, and its delete succeeds", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  service.tenant.domains.clear();
  expect((await stack.refresh()).steps).toEqual({ a: "gone" });
  expect(await up({ a: domain() })).toEqual({ a: "create" });
  service.tenant.domains.clear();
  succeeded(await stack.destroy());
  expect(stack.state.size).toBe(0);
});

test("get reads a domain by its id alone", async () => {
  const { service, provider } = await worldForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "self_managed_certs",
  });
  const read = await provider.handlersOf("CustomDomain").read(id, {});
  expect(read).toMatchObject({ id, props: { customDomainId: id, domain: "a.example.com" }, inputs: {} });
});

test("a 409 for a domain that exists says how to adopt it", async () => {
  const { service, fail } = await worldForTest();
  service.tenant.addDomain({ domain: "Login.example.com", type: "self_managed_certs" });
  const error = await fail(domain());
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 409 });
  expect(error.message).toMatch(
    /^CustomDomain "login\.example\.com": 409 .*POST \/custom-domains.*adopt: true/,
  );
  expect(service.tenant.domains.size).toBe(1);
});

test.each(["array", "paged", "next"] as const)(
  "adopt finds the domain on all pages of a list of the shape %s",
  async (listShape) => {
    const { service, stack, up } = await worldForTest({ listShape, pageSize: 25 });
    for (let index = 0; index < 60; index++) {
      service.tenant.addDomain({ domain: `d${index}.example.com`, type: "self_managed_certs" });
    }
    const found = service.tenant.domainNamed("d57.example.com");
    const declared = domain({
      domain: "D57.example.com",
      customClientIpHeader: "cf-connecting-ip",
      adopt: true,
    });
    await up({ a: declared });
    expect(stack.state.get("a")?.id).toBe(found?.custom_domain_id);
    expect(found?.custom_client_ip_header).toBe("cf-connecting-ip");
    expect(service.requests.writes.map(({ method }) => method)).toEqual(["PATCH"]);
    expect(await up({ a: declared })).toEqual({ a: "same" });
  },
);

test("adopt refuses a domain that differs in what cannot be updated, and changes nothing", async () => {
  const { service, stack, fail } = await worldForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "login.example.com",
    type: "service_managed_certs",
  });
  const error = await fail(domain({ adopt: true }));
  expect(error).toMatchObject({ code: "ERR_IDM_INPUT", message: expect.stringContaining(id) });
  expect(error.message).toContain("another type than the program declares");
  expect(error.message).not.toContain("managed_certs");
  expect(stack.state.size).toBe(0);
  expect(service.requests.writes).toEqual([]);
});

test("a replacement whose create fails is created by the next up", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  const program = { a: domain({ relyingPartyIdentifier: "example.com" }) };
  service.faults.add({ kind: "status", status: 403, method: "POST" });
  expect(Object.keys((await stack.up(program)).errors)).toEqual(["a"]);
  expect([service.tenant.domains.size, stack.state.size]).toEqual([0, 0]);
  expect(await up(program)).toEqual({ a: "create" });
  expect([...service.tenant.domains.values()]).toMatchObject([{ relying_party_identifier: "example.com" }]);
});

test("a header that is newly declared as null is removed at the service, though the engine sees no difference", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  for (const created of service.tenant.domains.values()) created.custom_client_ip_header = "x-forwarded-for";
  succeeded(await stack.refresh());
  expect(await up({ a: domain({ customClientIpHeader: null }) })).toEqual({ a: "update" });
  expect([...service.tenant.domains.values()]).toMatchObject([{ custom_client_ip_header: null }]);
});

test("the replacement of a live domain is told once, with what caused it and what prevents it", async () => {
  const { service, stack, provider, up } = await worldForTest();
  const declared = domain({ domainMetadata: { team: "canary-team" } });
  await up({ a: declared });
  for (const live of service.tenant.domains.values())
    Object.assign(live, { status: "ready", domain_metadata: { team: "canary-other" } });
  succeeded(await stack.refresh());
  const { id, outputs } = stack.state.get("a") ?? expect.fail("it was not created");
  for (let call = 0; call < 2; call++)
    await provider.handlersOf("CustomDomain").diff(id, outputs, declared.inputs);
  expect(provider.log).toEqual([
    expect.stringMatching(
      /^warning: CustomDomain "login\.example\.com": domainMetadata differs .*live.*ignoreChanges: \["domainMetadata"\].*protect: true/,
    ),
  ]);
  expect(provider.log.join()).not.toContain("canary");
});

test("the replacement of a domain that is not verified is not told", async () => {
  const { stack, provider, up } = await worldForTest();
  await up({ a: domain() });
  expect(await up({ a: domain({ domainMetadata: { a: "1" } }) })).toEqual({ a: "replace" });
  expect(stack.outputs("a").status).toBe("pending_verification");
  expect(provider.log).toEqual([]);
});
