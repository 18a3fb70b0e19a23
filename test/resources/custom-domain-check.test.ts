import { expect, test } from "vitest";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";
import { failuresOf } from "./stack-for-test.ts";

const base = { domain: "login.example.com", type: "self_managed_certs" };
const check = (inputs: object) => failuresOf("CustomDomain", { ...base, ...inputs });
const label = (length: number) => "a".repeat(length);

test.each([
  ["abc"],
  ["a.b"],
  ["LOGIN.Example.com"],
  ["xn--bcher-kva.example"],
  [`${label(63)}.example.com`],
  [`${[label(63), label(63), label(63)].join(".")}.${label(63)}`],
])("domain %s is allowed", async (domain) => {
  expect(await check({ domain })).toEqual({});
});

test.each([
  ["ab", "must have 3 to 255 characters"],
  [`${[label(63), label(63), label(63), label(62)].join(".")}.a`, "must have 3 to 255 characters"],
  [`${label(64)}.example.com`, "labels of 1 to 63"],
  ["-login.example.com", "labels"],
  ["login-.example.com", "labels"],
  ["login..example.com", "labels"],
  ["login.example.com.", "no dot at the end"],
  ["login_1.example.com", "labels"],
  ["bücher.example.com", "labels"],
  ["login.example.com\n", "labels"],
  ["https://login.example.com", "no https://"],
  [5, "must be a string"],
  [null, "must be a string"],
])("domain %j is refused", async (domain, reason) => {
  const { domain: said } = await check({ domain });
  expect(said).toContain(reason);
});

test("domain and type are required", async () => {
  expect(await failuresOf("CustomDomain", {})).toEqual({ domain: "is required", type: "is required" });
});

test("a value that is not one of an enum is refused with the list of values", async () => {
  expect(
    await check({ type: "auth0_managed_certs", verificationMethod: "cname", tlsPolicy: "compatible" }),
  ).toMatchObject({
    type: 'must be one of "service_managed_certs", "self_managed_certs"',
    verificationMethod: 'must be one of "txt"',
    tlsPolicy: 'must be one of "recommended"',
  });
  expect(await check({ customClientIpHeader: "x-real-ip" })).toEqual({
    customClientIpHeader:
      'must be one of "true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""',
  });
});

test.each(["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", "", null])(
  "customClientIpHeader may be %j",
  async (customClientIpHeader) => {
    expect(await check({ customClientIpHeader })).toEqual({});
  },
);

test("tlsPolicy needs service-managed certificates, and customClientIpHeader self-managed ones", async () => {
  expect(Object.keys(await check({ tlsPolicy: "recommended" }))).toEqual(["tlsPolicy"]);
  expect(await check({ tlsPolicy: "recommended", type: "service_managed_certs" })).toEqual({});
  for (const customClientIpHeader of ["cf-connecting-ip", "", null]) {
    const failures = await check({ customClientIpHeader, type: "service_managed_certs" });
    expect(Object.keys(failures)).toEqual(["customClientIpHeader"]);
  }
});

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

test("metadata has at most 10 keys, and values of at most 255 characters or null", async () => {
  expect(await check({ domainMetadata: {} })).toEqual({});
  expect(await check({ domainMetadata: { ...entries(8), long: label(255), none: null } })).toEqual({});
  expect(await check({ domainMetadata: { emoji: "🦊".repeat(255) } })).toEqual({});
  expect(await check({ domainMetadata: entries(11) })).toEqual({
    domainMetadata: "must have at most 10 properties",
  });
  expect(await check({ domainMetadata: { "cost centre": label(256), n: 5 } })).toEqual({
    'domainMetadata["cost centre"]': "must have at most 255 characters",
    "domainMetadata.n": "must be a string",
  });
  expect(Object.keys(await check({ domainMetadata: ["a"] }))).toEqual(["domainMetadata"]);
});

test("toString and constructor are metadata keys like any other", async () => {
  const odd = { toString: "a", constructor: "b" };
  expect(await check({ domainMetadata: odd })).toEqual({});
  expect(await check({ domainMetadata: { ...entries(9), ...odd } })).toEqual({
    domainMetadata: "must have at most 10 properties",
  });
  expect(await check({ domainMetadata: { toString: label(256) } })).toEqual({
    "domainMetadata.toString": "must have at most 255 characters",
  });
});

test("relyingPartyIdentifier is the domain or a registrable suffix of it", async () => {
  expect(await check({ relyingPartyIdentifier: "login.example.com" })).toEqual({});
  expect(await check({ relyingPartyIdentifier: "Example.com" })).toEqual({});
  for (const relyingPartyIdentifier of ["com", "other.com", "a.login.example.com", "ogin.example.com"]) {
    expect(Object.keys(await check({ relyingPartyIdentifier }))).toEqual(["relyingPartyIdentifier"]);
  }
  expect(await check({ relyingPartyIdentifier: "not a host" })).toEqual({
    relyingPartyIdentifier: expect.stringContaining("must be dot-separated labels"),
  });
  expect(await check({ relyingPartyIdentifier: `${label(63)}.`.repeat(4) + label(4) })).toHaveProperty(
    "relyingPartyIdentifier",
  );
});

test("values that are unknown in a preview break no rule", async () => {
  const unknown = unknownValue;
  expect(await check({ domain: unknown, relyingPartyIdentifier: "com" })).toEqual({});
  expect(await check({ relyingPartyIdentifier: unknown })).toEqual({});
  expect(await check({ type: unknown, tlsPolicy: "recommended", customClientIpHeader: null })).toEqual({});
  expect(await check({ type: "self_managed_certs", tlsPolicy: unknown })).toEqual({});
  expect(await check({ domainMetadata: unknown })).toEqual({});
  expect(await check({ domainMetadata: { a: unknown } })).toEqual({});
  expect(await check({ adopt: unknown, verificationMethod: unknown })).toEqual({});
});

test("an unknown property is refused by name", async () => {
  expect(Object.keys(await check({ tls_policy: "recommended" }))).toEqual(["tls_policy"]);
});
