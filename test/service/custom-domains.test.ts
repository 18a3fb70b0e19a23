import { describe, expect, test } from "vitest";
import { call, serviceForTest } from "./service-for-test.ts";

const selfManaged = { domain: "login.example.com", type: "self_managed_certs" };
const serviceManaged = { domain: "login.example.com", type: "service_managed_certs" };

test("a self-managed domain is verified by a TXT record with a name of its own", async () => {
  const service = await serviceForTest();
  const { status, json } = await call(service, "POST", "/custom-domains", { body: selfManaged });
  expect(status).toBe(201);
  expect(json).toEqual({
    ...selfManaged,
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

test("a service-managed domain is verified by a CNAME record at the domain itself", async () => {
  const service = await serviceForTest();
  const { json } = await call(service, "POST", "/custom-domains", { body: serviceManaged });
  expect(json.verification.methods).toEqual([
    { name: "cname", record: `${json.custom_domain_id.toLowerCase().replace("_", "-")}.edge.idm.example` },
  ]);
});

const labels = (length: number): string => `${"a".repeat(length)}.example.com`;
const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

describe("the create of a domain", () => {
  test.each<Record<string, unknown>>([
    { ...selfManaged, domain: labels(63) },
    { ...selfManaged, domain: "a.b" },
    { ...selfManaged, domain: "1-2.Example.COM" },
    { ...selfManaged, verification_method: "txt" },
    { ...selfManaged, custom_client_ip_header: null },
    { ...selfManaged, custom_client_ip_header: "" },
    { ...selfManaged, custom_client_ip_header: "x-azure-clientip" },
    { ...serviceManaged, tls_policy: "recommended" },
    { ...selfManaged, domain_metadata: { ...keys(9), last: null } },
    { ...selfManaged, domain_metadata: { constructor: "x".repeat(255) } },
    { ...selfManaged, relying_party_identifier: "login.example.com" },
    { ...selfManaged, relying_party_identifier: "example.com" },
    { ...selfManaged, domain: "a.b.example.co.uk", relying_party_identifier: "Example.co.uk" },
  ])("accepts %j", async (body) => {
    const service = await serviceForTest();
    const { status, json } = await call(service, "POST", "/custom-domains", { body });
    expect(status).toBe(201);
    const { verification_method: _neverAnswered, ...shown } = body;
    expect(json).toMatchObject(shown);
  });

  test.each<Record<string, unknown>>([
    {},
    { domain: selfManaged.domain },
    { type: selfManaged.type },
    { ...selfManaged, type: "managed" },
    { ...selfManaged, domain: "ab" },
    { ...selfManaged, domain: labels(64) },
    { ...selfManaged, domain: "-a.example.com" },
    { ...selfManaged, domain: "a-.example.com" },
    { ...selfManaged, domain: "a..example.com" },
    { ...selfManaged, domain: "a.example.com." },
    { ...selfManaged, domain: "a_b.example.com" },
    { ...selfManaged, domain: "bücher.example.com" },
    { ...selfManaged, domain: `${"abc.".repeat(63)}abcx` },
    { ...selfManaged, verification_method: "cname" },
    { ...selfManaged, tls_policy: "recommended" },
    { ...serviceManaged, tls_policy: "legacy" },
    { ...serviceManaged, custom_client_ip_header: "x-forwarded-for" },
    { ...serviceManaged, custom_client_ip_header: null },
    { ...selfManaged, custom_client_ip_header: "x-real-ip" },
    { ...selfManaged, domain_metadata: keys(11) },
    { ...selfManaged, domain_metadata: { long: "x".repeat(256) } },
    { ...selfManaged, domain_metadata: { number: 1 } },
    { ...selfManaged, domain_metadata: null },
    { ...selfManaged, domain_metadata: ["a"] },
    { ...selfManaged, relying_party_identifier: "com" },
    { ...selfManaged, relying_party_identifier: "other.com" },
    { ...selfManaged, relying_party_identifier: "ogin.example.com" },
    { ...selfManaged, relying_party_identifier: "sub.login.example.com" },
    { ...selfManaged, domain: "a.example.co.uk", relying_party_identifier: "co.uk" },
    { ...selfManaged, domain: "a.me.github.io", relying_party_identifier: "github.io" },
    { ...selfManaged, unknown: true },
  ])("refuses %j", async (body) => {
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

test("a name in use, in any case, and a domain beyond the maximum are 409", async () => {
  const service = await serviceForTest({ maxDomains: 1 });
  await call(service, "POST", "/custom-domains", { body: selfManaged });
  const again = await call(service, "POST", "/custom-domains", {
    body: { ...selfManaged, domain: "LOGIN.example.com" },
  });
  const another = await call(service, "POST", "/custom-domains", {
    body: { ...selfManaged, domain: "b.example.com" },
  });
  expect([again.status, again.json.errorCode]).toEqual([409, "custom_domain_exists"]);
  expect([another.status, another.json.errorCode]).toEqual([409, "too_many_custom_domains"]);
});

test("only the client IP header of a self-managed domain can be updated", async () => {
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

test("a service-managed domain accepts a TLS policy and refuses a client IP header", async () => {
  const service = await serviceForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "service_managed_certs",
  });
  const path = `/custom-domains/${id}`;
  expect((await call(service, "PATCH", path, { body: { tls_policy: "recommended" } })).status).toBe(200);
  expect((await call(service, "PATCH", path, { body: { custom_client_ip_header: "" } })).status).toBe(400);
});

test("a second delete of a domain succeeds", async () => {
  const service = await serviceForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "a.example.com",
    type: "self_managed_certs",
  });
  for (const _ of [1, 2]) expect((await call(service, "DELETE", `/custom-domains/${id}`)).status).toBe(204);
  expect((await call(service, "GET", `/custom-domains/${id}`)).status).toBe(404);
  expect((await call(service, "GET", "/custom-domains")).json).toEqual([]);
});

test("extraFields adds unknown fields and nullFields adds nulls", async () => {
  const service = await serviceForTest({ extraFields: true, nullFields: true });
  const { json } = await call(service, "POST", "/custom-domains", { body: selfManaged });
  expect(json).toMatchObject({ unknown_flag: true, certificate: null, relying_party_identifier: null });
  expect(json.verification).toMatchObject({ error_msg: null, unknown_flag: true });
});
