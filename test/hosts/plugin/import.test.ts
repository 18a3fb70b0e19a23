// Reads with an id alone: `pulumi import`, the resource option `import`, and `get`.
import messages, { type ReadResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, onTestFinished, test } from "vitest";
import { fromStruct } from "../../../provider/hosts/plugin/values.ts";
import type { Props } from "../../../provider/lifecycle/handlers.ts";
import type { ServiceOptions } from "../../service/options.ts";
import type { Service } from "../../service/service.ts";
import { serviceForTest } from "../../service/service-for-test.ts";
import { call, configure, type PluginForTest, startPlugin, urnOf } from "./plugin-for-test.ts";

interface Imported {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

interface World {
  readonly service: Service;
  readonly plugin: PluginForTest;
  importItem(type: string, reference: string): Promise<Imported>;
}

async function world(options: ServiceOptions = {}): Promise<World> {
  const service = await serviceForTest(options);
  const plugin = await startPlugin();
  onTestFinished(() => plugin.close());
  const { baseUrl, authUrl, client } = service;
  await configure(plugin, { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });
  const importItem = async (type: string, reference: string) => {
    const request = new messages.ReadRequest().setUrn(urnOf(type)).setId(reference);
    const response = await call<unknown, ReadResponse>(plugin, "read", request);
    return {
      id: response.getId(),
      inputs: fromStruct(response.getInputs()),
      outputs: fromStruct(response.getProperties()),
    };
  };
  return { service, plugin, importItem };
}

test("a role, a domain and a template are imported by their natural keys", async () => {
  const { service, importItem } = await world();
  const { tenant } = service;
  const role = tenant.addRole({ name: "Administrators: all", description: "one" });
  tenant.addRole({ name: "Administrators: all of them" });
  const domain = tenant.addDomain({ domain: "login.example.com", type: "service_managed_certs" });
  const template = tenant.addTemplate({ name: "licence" });
  expect(await importItem("Role", "name:Administrators: all")).toMatchObject({
    id: role.id,
    inputs: { name: "Administrators: all", description: "one" },
  });
  expect(await importItem("CustomDomain", "domain:LOGIN.example.com")).toMatchObject({
    id: domain.custom_domain_id,
    inputs: { domain: "login.example.com", type: "service_managed_certs" },
  });
  expect(await importItem("VcTemplate", "name:licence")).toMatchObject({ id: template.id });
});

test("a verification is imported by the id of its domain", async () => {
  const { service, importItem } = await world();
  const domain = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  const { inputs } = await importItem("CustomDomainVerification", domain.custom_domain_id);
  expect(inputs).toEqual({ customDomainId: domain.custom_domain_id });
});

test.each([
  ["an unknown id", "Role", "rol_x", /no role has the id "rol_x" at http.*take name:NAME/],
  ["an unknown name", "Role", "name:nobody", /no role has the name "nobody" at http.*give the id/],
  ["an unknown domain", "CustomDomain", "domain:x.example.com", /no custom domain has the domain "x\.exa/],
  [
    "a name that two have",
    "Role",
    "name:twin",
    /2 roles have the name "twin": rol_\w+, rol_\w+\. Give the id/,
  ],
  ["a verification of no domain", "CustomDomainVerification", "cd_x", /no custom domain has the id "cd_x"/],
  ["a redelivery", "EventRedelivery", "est/evt", /the service cannot read it.*Remove it from the import/],
])("%s is an error that says what to do", async (_what, type, reference, message) => {
  const { service, importItem } = await world();
  service.tenant.addRole({ name: "twin" });
  service.tenant.addRole({ name: "twin" });
  await expect(importItem(type, reference)).rejects.toThrow(message);
});

test("a service without lists imports by id, and says so for a name", async () => {
  const { service, importItem } = await world();
  const { id } = service.tenant.addRole({ name: "admin" });
  service.faults.add({ kind: "status", status: 405, body: {}, method: "GET", path: /\/roles$/, times: 9 });
  await expect(importItem("Role", "name:admin")).rejects.toThrow(
    /no role can be found by its name: give its id/,
  );
  expect(await importItem("Role", id)).toMatchObject({ id });
});

test("values that mean the default are not declared", async () => {
  const { service, importItem } = await world({ nullFields: true });
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "login.example.com",
    type: "self_managed_certs",
    domain_metadata: { "cost centre": null },
    relying_party_identifier: "LOGIN.example.com",
  });
  const { inputs } = await importItem("CustomDomain", id);
  expect(inputs).toEqual({ domain: "login.example.com", type: "self_managed_certs" });
});

test("an enum value of the service's own is imported as one that a program can declare, with a warning", async () => {
  const { service, plugin, importItem } = await world({ ownTypes: true });
  const { tenant } = service;
  const { custom_domain_id: id } = tenant.addDomain({ domain: "a.example.com", type: "self_managed_certs" });
  const { inputs, outputs } = await importItem("CustomDomain", id);
  expect([inputs.type, outputs.type]).toEqual(["self_managed_certs", "self_managed_certs"]);
  expect(plugin.logged.map(({ message }) => message).join("\n")).toMatch(
    /"a.example.com": the service returns "acme_self_managed_certs" for type.*as "self_managed_certs"/,
  );
});

test("an optional value that no program may declare is left out", async () => {
  const { service, importItem } = await world();
  const { tenant } = service;
  const domain = tenant.addDomain({ domain: "a.example.com", type: "service_managed_certs" });
  Object.assign(domain, { custom_client_ip_header: "x-forwarded-for", tls_policy: "compatible" });
  const { inputs } = await importItem("CustomDomain", domain.custom_domain_id);
  expect(inputs).toEqual({ domain: "a.example.com", type: "service_managed_certs" });
});

test("a template that lacks what a new one needs is imported by its templateId", async () => {
  const { service, importItem, plugin } = await world();
  const template = service.tenant.addTemplate({ well_known_trusted_issuers: "aamva,acme" });
  const whole = await importItem("VcTemplate", template.id);
  expect(whole.inputs).toMatchObject({ wellKnownTrustedIssuers: "aamva" });
  expect(whole.inputs).not.toHaveProperty("templateId");
  Object.assign(template, { name: undefined });
  expect((await importItem("VcTemplate", template.id)).inputs).toMatchObject({ templateId: template.id });
  expect(plugin.logged.at(-1)?.message).toMatch(/imported by its templateId: destroy does not delete it/);
});
