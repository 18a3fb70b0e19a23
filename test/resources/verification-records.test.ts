// The DNS records of a domain, from what the service returns.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const domain = (inputs: Props = {}) =>
  ({
    type: "CustomDomain",
    inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
  }) as const;

test("verification records have the form that DNS resources use, for both types of domain", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ self: domain(), managed: domain({ domain: "b.example.com", type: "service_managed_certs" }) });
  const proof = (name: string) => service.tenant.domainNamed(name)?.verification.methods[0]?.record;
  expect(stack.outputs("self").verificationRecords).toEqual([
    { name: "_idm-challenge.login.example.com", type: "TXT", value: proof("login.example.com") },
  ]);
  expect(stack.outputs("managed").verificationRecords).toEqual([
    { name: "b.example.com", type: "CNAME", value: proof("b.example.com") },
  ]);
  expect(stack.outputs("self").verificationRecord).toMatchObject({ type: "TXT" });
});

test("verification records have no trailing dot, and leave out methods that are not records", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  for (const created of service.tenant.domains.values()) {
    created.verification.methods = [
      { name: "cname", record: "edge.idm.example.", domain: "login.example.com." },
      { name: "http" as "txt", record: "x" },
      { name: "TXT" as "txt", record: "ends with a dot." },
    ];
  }
  succeeded(await stack.refresh());
  expect(stack.outputs("a").verificationRecords).toEqual([
    { name: "login.example.com", type: "CNAME", value: "edge.idm.example" },
    { name: "login.example.com", type: "TXT", value: "ends with a dot." },
  ]);
});

test("a verification method that cannot be read does not take the others away", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  const [created] = service.tenant.domains.values();
  const readable = { name: "txt", record: "proof", domain: "_idm.login.example.com" };
  const methods = [{ name: "http", file: "/proof" }, null, { name: "txt", record: 5 }, readable] as never[];
  Object.assign(created ?? {}, { verification: { status: "pending", methods } });
  succeeded(await stack.refresh());
  expect(stack.outputs("a").verification).toEqual({ status: "pending", methods: [readable] });
  const record = { name: "_idm.login.example.com", type: "TXT", value: "proof" };
  expect(stack.outputs("a")).toMatchObject({ verificationRecords: [record], verificationRecord: record });
  methods.splice(3);
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toMatchObject({ verificationRecords: [record], verificationRecord: record });
});

test("the name of a verification method is in lower case, however the service writes it", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  for (const { verification } of service.tenant.domains.values())
    verification.methods = ["CNAME", "Txt", "HTTP"].map((name) => ({ name: name as "txt", record: "proof" }));
  succeeded(await stack.refresh());
  const { methods } = stack.outputs("a").verification as { methods: { name: string }[] };
  expect(methods.map(({ name }) => name)).toEqual(["cname", "txt", "http"]);
});

test.each([
  ["victim.other.example", "at login.example.com nor below it"],
  ["_acme-challenge.example.com", "at login.example.com nor below it"],
  ["notlogin.example.com", "at login.example.com nor below it"],
])("a record that the service wants at %s is an output, with a warning", async (name, reason) => {
  const { service, stack, up } = await worldForTest();
  const existing = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  existing.verification.methods = [{ name: "txt", record: "proof", domain: name }];
  await up({ a: domain({ adopt: true }) });
  expect(stack.outputs("a").verificationRecord).toMatchObject({ name });
  const warnings = stack.provider.log.filter((line) => line.includes(reason) && line.includes(name));
  expect(warnings).toHaveLength(1);
});

test("a record with control characters is no record", async () => {
  const { service, stack, up } = await worldForTest();
  const existing = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  const good = { name: "txt", record: "proof", domain: "_idm.login.example.com" } as const;
  const bad = { name: "txt", record: "a\u001b]0;x\r\nb", domain: "_x.login.example.com" } as const;
  existing.verification.methods = [bad, good];
  await up({ a: domain({ adopt: true }) });
  expect(stack.outputs("a").verificationRecords).toEqual([
    { name: "_idm.login.example.com", type: "TXT", value: "proof" },
  ]);
  expect(stack.provider.log.filter((line) => line.includes("below it"))).toEqual([]);
});
