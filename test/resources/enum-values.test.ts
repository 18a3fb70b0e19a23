// Values of enums that the interface does not have, as services that are newer, or have their own words, return them.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Webhook } from "../service/routes/webhooks.ts";
import type { Service } from "../service/service.ts";
import type { Declared, Entry, Stack } from "./stack.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const domain = (inputs: Props = {}): Declared => ({
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
});
const presentation = { mdl: { ns: { portrait: true } } };
const licence = {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation,
  wellKnownTrustedIssuers: "aamva",
};
const template: Declared = { type: "VcTemplate", inputs: licence };

/** The service returns these fields from now on, whatever it was sent. */
function answer({ tenant }: Service, fields: object): void {
  const all = [tenant.domains, tenant.templates, tenant.collection("webhooks")] as Map<string, object>[];
  for (const items of all) for (const item of items.values()) Object.assign(item, fields);
}

const ownType = { type: "auth0_managed_certs" };

test("a type that the interface does not have is never a difference, and is warned of once", async () => {
  const { service, stack, provider, up } = await worldForTest();
  const program = { a: domain(), b: domain({ domain: "id.example.com" }) };
  await up(program);
  answer(service, ownType);
  service.requests.reset();
  for (let run = 0; run < 2; run++) {
    succeeded(await stack.refresh());
    expect(stack.outputs("a").type).toBe("self_managed_certs");
    expect(stack.state.get("a")?.inputs.type).toBe("self_managed_certs");
    expect(await up(program)).toEqual({ a: "same", b: "same" });
  }
  expect(service.requests.writes).toEqual([]);
  expect(provider.log).toEqual([
    expect.stringMatching(
      /^warning: CustomDomain ".*": the service returns "auth0_managed_certs" for type\./,
    ),
  ]);
  const managed = { ...program, a: domain({ type: "service_managed_certs" }) };
  expect(await up(managed)).toEqual({ a: "replace", b: "same" });
});

test("a state into which an earlier version has read such a type is not replaced", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: domain() });
  answer(service, ownType);
  asRead(stack, "a", ownType);
  expect(await up({ a: domain() })).toEqual({ a: "same" });
  succeeded(await stack.refresh());
  expect(await up({ a: domain() })).toEqual({ a: "same" });
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["POST"]);
});

test("adopting does not refuse a domain for such a type", async () => {
  const { service, stack, provider, up } = await worldForTest();
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "login.example.com",
    type: "self_managed_certs",
  });
  answer(service, ownType);
  await up({ a: domain({ adopt: true }) });
  expect(stack.state.get("a")).toMatchObject({ id, outputs: { type: "self_managed_certs" } });
  expect(service.requests.writes).toEqual([]);
  expect(provider.log).toEqual([expect.stringContaining("auth0_managed_certs")]);
});

test("adopting sends a declared value in place of one that the interface does not have, where it can", async () => {
  const { service, up } = await worldForTest();
  const existing = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  answer(service, { custom_client_ip_header: "x-own-header" });
  await up({ a: domain({ adopt: true, customClientIpHeader: "cf-connecting-ip" }) });
  expect(existing.custom_client_ip_header).toBe("cf-connecting-ip");
});

test.each([
  ["domain", domain(), "type"],
  ["template", template, "dialect"],
] as const)(
  "settling does not refuse a %s whose answer was lost for such a value",
  async (_what, declared, field) => {
    const { service, stack, up } = await worldForTest();
    const createdAt = new Date().toISOString();
    const made = { id: "vct_1", custom_domain_id: "cd_1", ...toWire(declared.inputs), created_at: createdAt };
    service.faults.add({ kind: "reset-before", method: "POST" });
    const list = [{ ...made, [field]: "own_word" }];
    service.faults.add({ kind: "status", status: 200, method: "GET", body: list });
    service.tenant.collection("templates").set("vct_1", made);
    await up({ a: declared });
    expect(["vct_1", "cd_1"]).toContain(stack.state.get("a")?.id);
    expect(service.requests.writes.filter(({ method }) => method === "POST").length).toBe(1);
  },
);

test.each<[string, Declared, Props]>([
  ["tlsPolicy", domain({ type: "service_managed_certs", tlsPolicy: "recommended" }), { tls_policy: "own" }],
  [
    "customClientIpHeader",
    domain({ customClientIpHeader: "cf-connecting-ip" }),
    { custom_client_ip_header: "x-own" },
  ],
  ["dialect", template, { dialect: "own/2.0" }],
  ["wellKnownTrustedIssuers", template, { well_known_trusted_issuers: "aamva,own" }],
])(
  "a value of %s that the interface does not have leaves what is declared",
  async (name, declared, fields) => {
    const { service, stack, provider, up } = await worldForTest();
    await up({ a: declared });
    answer(service, fields);
    succeeded(await stack.refresh());
    expect(stack.outputs("a")[name]).toBe(declared.inputs[name]);
    expect(await up({ a: declared })).toEqual({ a: "same" });
    expect(provider.log).toEqual([expect.stringContaining(`for ${name}.`)]);
  },
);

test("a value that the interface does not have is an output where the program declares none", async () => {
  const { service, stack, provider, up } = await worldForTest();
  await up({ a: domain() });
  answer(service, { custom_client_ip_header: "x-own-header" });
  succeeded(await stack.refresh());
  expect(stack.outputs("a").customClientIpHeader).toBe("x-own-header");
  expect(provider.log).toEqual([]);
  await up({ a: domain({ customClientIpHeader: "cf-connecting-ip" }) });
  expect([...service.tenant.domains.values()]).toMatchObject([
    { custom_client_ip_header: "cf-connecting-ip" },
  ]);
});

test("a warning shows no value of an input that is secret, and of another only ASCII characters", async () => {
  const { service, stack, provider, up } = await worldForTest();
  const secret = { type: "CustomDomain", inputs: { ...domain().inputs, __secrets: ["type"] } };
  await up({ a: secret, b: domain({ domain: "id.example.com", customClientIpHeader: "true-client-ip" }) });
  answer(service, { type: "canary", custom_client_ip_header: "\u00f3wn" });
  stack.state.delete("b");
  succeeded(await stack.refresh());
  expect(provider.log).toEqual([]);
  await up({ b: domain({ domain: "id.example.com", customClientIpHeader: "true-client-ip", adopt: true }) });
  answer(service, { type: "self_managed_certs", custom_client_ip_header: "\u00f3wn" });
  succeeded(await stack.refresh());
  expect(provider.log.join("\n")).toContain('"?wn"');
  expect(provider.log.join("\n")).not.toMatch(/[^\x20-\x7e\n]/);
});

test("a webhook of a kind that its interface does not have is not replaced", async () => {
  const { service, stack, up } = await worldForTest();
  const target = { endpoint: "https://log.example.com", authToken: "t" };
  const webhook = { type: "Webhook", inputs: { name: "audit", kind: "http", target } };
  await up({ a: webhook });
  answer(service, { kind: "own_kind" });
  succeeded(await stack.refresh());
  expect(await up({ a: webhook })).toEqual({ a: "same" });
  expect([...service.tenant.collection<Webhook>("webhooks").values()]).toMatchObject([{ kind: "own_kind" }]);
});

/** As if a refresh of an earlier version had read these outputs. */
function asRead(stack: Stack, name: string, outputs: Props): void {
  const entry = stack.state.get(name) as Entry;
  const inputs = { ...entry.inputs, ...outputs };
  stack.state.set(name, { ...entry, inputs, outputs: { ...entry.outputs, ...outputs } });
}

function toWire(inputs: Props): Props {
  const { wellKnownTrustedIssuers, ...rest } = inputs;
  return {
    ...rest,
    ...(wellKnownTrustedIssuers ? { well_known_trusted_issuers: wellKnownTrustedIssuers } : {}),
  };
}
