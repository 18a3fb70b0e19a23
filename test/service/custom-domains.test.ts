import { describe, expect, test } from "vitest";
import { call, serviceForTest } from "./service-for-test.ts";

const SELF = { domain: "login.example.com", type: "self_managed_certs" };
const MANAGED = { domain: "login.example.com", type: "service_managed_certs" };

test("a self-managed domain is proved by a TXT record of its own name", async () => {
  const service = await serviceForTest();
  const { status, json } = await call(service, "POST", "/custom-domains", { body: SELF });
  expect(status).toBe(201);
  expect(json).toEqual({
    ...SELF,
    custom_domain_id: expect.stringMatching(/^cd_\w{16}$/),
    primary: false,
    is_default: false,
    tls_policy: "recommended",
    status: "pending_verification",
    verification: {
      status: "pending",
      methods: [
        {
          name: "txt",
          record: expect.stringMatching(/^idm-verification=[0-9a-f]{32}$/),
          domain: "_idm-challenge.login.example.com",
        },
      ],
    },
  });
});

test("a service-managed domain is proved by a CNAME record at the domain itself", async () => {
  const service = await serviceForTest();
  const { json } = await call(service, "POST", "/custom-domains", { body: MANAGED });
  expect(json.verification.methods).toEqual([
    { name: "cname", record: `${json.custom_domain_id.toLowerCase().replace("_", "-")}.edge.idm.example` },
  ]);
});

const labels = (length: number): string => `${"a".repeat(length)}.example.com`;
const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

describe("what a domain may be", () => {
  test.each<Record<string, unknown>>([
    { ...SELF, domain: labels(63) },
    { ...SELF, domain: "a.b" },
    { ...SELF, domain: "1-2.Example.COM" },
    { ...SELF, verification_method: "txt" },
    { ...SELF, custom_client_ip_header: null },
    { ...SELF, custom_client_ip_header: "" },
    { ...SELF, custom_client_ip_header: "x-azure-clientip" },
    { ...MANAGED, tls_policy: "recommended" },
    { ...SELF, domain_metadata: { ...keys(9), last: null } },
    { ...SELF, domain_metadata: { constructor: "x".repeat(255) } },
    { ...SELF, relying_party_identifier: "login.example.com" },
    { ...SELF, relying_party_identifier: "example.com" },
    { ...SELF, domain: "a.b.example.co.uk", relying_party_identifier: "Example.co.uk" },
  ])("%j", async (body) => {
    const service = await serviceForTest();
    const { status, json } = await call(service, "POST", "/custom-domains", { body });
    expect(status).toBe(201);
    const { verification_method: _notShown, ...shown } = body;
    expect(json).toMatchObject(shown);
  });

  test.each<Record<string, unknown>>([
    {},
    { domain: SELF.domain },
    { type: SELF.type },
    { ...SELF, type: "managed" },
    { ...SELF, domain: "ab" },
    { ...SELF, domain: labels(64) },
    { ...SELF, domain: "-a.example.com" },
    { ...SELF, domain: "a-.example.com" },
    { ...SELF, domain: "a..example.com" },
    { ...SELF, domain: "a.example.com." },
    { ...SELF, domain: "a_b.example.com" },
    { ...SELF, domain: "bücher.example.com" },
    { ...SELF, domain: `${"abc.".repeat(63)}abcx` },
    { ...SELF, verification_method: "cname" },
    { ...SELF, tls_policy: "recommended" },
    { ...MANAGED, tls_policy: "legacy" },
    { ...MANAGED, custom_client_ip_header: "x-forwarded-for" },
    { ...MANAGED, custom_client_ip_header: null },
    { ...SELF, custom_client_ip_header: "x-real-ip" },
    { ...SELF, domain_metadata: keys(11) },
    { ...SELF, domain_metadata: { long: "x".repeat(256) } },
    { ...SELF, domain_metadata: { number: 1 } },
    { ...SELF, domain_metadata: null },
    { ...SELF, domain_metadata: ["a"] },
    { ...SELF, relying_party_identifier: "com" },
    { ...SELF, relying_party_identifier: "other.com" },
    { ...SELF, relying_party_identifier: "ogin.example.com" },
    { ...SELF, relying_party_identifier: "sub.login.example.com" },
    { ...SELF, domain: "a.example.co.uk", relying_party_identifier: "co.uk" },
    { ...SELF, domain: "a.me.github.io", relying_party_identifier: "github.io" },
    { ...SELF, unknown: true },
  ])("but not %j", async (body) => {
    const service = await serviceForTest();
    expect((await call(service, "POST", "/custom-domains", { body })).status).toBe(400);
    expect(service.tenant.domains.size).toBe(0);
  });
});

test("a metadata key named __proto__ is kept", async () => {
  const service = await serviceForTest();
  const body = `{"domain":"a.example.com","type":"self_managed_certs","domain_metadata":{"__proto__":"x"}}`;
  const { text } = await call(service, "POST", "/custom-domains", { body });
  expect(text).toContain(`"domain_metadata":{"__proto__":"x"}`);
});

test("a name in use, in any case, and one domain too many are 409", async () => {
  const service = await serviceForTest({ maxDomains: 1 });
  await call(service, "POST", "/custom-domains", { body: SELF });
  const again = await call(service, "POST", "/custom-domains", {
    body: { ...SELF, domain: "LOGIN.example.com" },
  });
  const another = await call(service, "POST", "/custom-domains", {
    body: { ...SELF, domain: "b.example.com" },
  });
  expect([again.status, again.json.errorCode]).toEqual([409, "custom_domain_exists"]);
  expect([another.status, another.json.errorCode]).toEqual([409, "too_many_custom_domains"]);
});

test("the client address header of a self-managed domain can be changed, and nothing that is fixed", async () => {
  const service = await serviceForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "self_managed_certs",
  });
  const path = `/custom-domains/${id}`;
  expect(
    (await call(service, "PATCH", path, { body: { custom_client_ip_header: "cf-connecting-ip" } })).status,
  ).toBe(200);
  expect((await call(service, "GET", path)).json.custom_client_ip_header).toBe("cf-connecting-ip");
  expect(
    (await call(service, "PATCH", path, { body: { custom_client_ip_header: null } })).json,
  ).toHaveProperty("custom_client_ip_header", null);
  for (const body of [{ tls_policy: "recommended" }, { domain: "b.example.com" }, { domain_metadata: {} }]) {
    expect((await call(service, "PATCH", path, { body })).status).toBe(400);
  }
});

test("a service-managed domain takes a TLS policy and no client address header", async () => {
  const service = await serviceForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "service_managed_certs",
  });
  const path = `/custom-domains/${id}`;
  expect((await call(service, "PATCH", path, { body: { tls_policy: "recommended" } })).status).toBe(200);
  expect((await call(service, "PATCH", path, { body: { custom_client_ip_header: "" } })).status).toBe(400);
});

test("deleting a domain twice succeeds twice", async () => {
  const service = await serviceForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "self_managed_certs",
  });
  for (const _ of [1, 2]) expect((await call(service, "DELETE", `/custom-domains/${id}`)).status).toBe(204);
  expect((await call(service, "GET", `/custom-domains/${id}`)).status).toBe(404);
  expect((await call(service, "GET", "/custom-domains")).json).toEqual([]);
});

test("unknown fields and nulls come when asked for", async () => {
  const service = await serviceForTest({ extraFields: true, nullFields: true });
  const { json } = await call(service, "POST", "/custom-domains", { body: SELF });
  expect(json).toMatchObject({ unknown_flag: true, certificate: null, relying_party_identifier: null });
  expect(json.verification).toMatchObject({ error_msg: null, unknown_flag: true });
});
