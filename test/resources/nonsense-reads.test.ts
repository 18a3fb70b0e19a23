// Answers that make no sense: they must not look like a change at the service.
import { expect, test } from "vitest";
import type { CustomDomain } from "../service/custom-domain.ts";
import type { Fault } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import type { Declared, Program } from "./stack.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const domain: Declared = {
  type: "CustomDomain",
  inputs: {
    domain: "login.example.com",
    type: "self_managed_certs",
    customClientIpHeader: "cf-connecting-ip",
    relyingPartyIdentifier: "example.com",
    domainMetadata: { team: "a" },
  },
};
const program: Program = { a: domain, b: { type: "Role", inputs: { name: "admin", description: "all" } } };

/** Every read of a domain answers with these values. */
function answerDomains({ tenant, faults }: Service, changes: object, more: Partial<Fault> = {}): void {
  const [item] = tenant.domains.values();
  const body = { ...item, status: "ready", ...changes };
  const path = /custom-domains\/[^/]+$/;
  faults.add({ kind: "status", status: 200, method: "GET", path, body, times: 9, ...more } as Fault);
}

test.each<[string, Partial<Record<keyof CustomDomain, unknown>>]>([
  ["a relying party that is a number", { relying_party_identifier: 42 }],
  ["a relying party that is an object", { relying_party_identifier: { id: "x" } }],
  [
    "a domain with a dot at its end",
    { domain: "LOGIN.example.com.", relying_party_identifier: "Example.com." },
  ],
  ["a domain with control characters", { domain: "log\u001b[2Jin.example.com" }],
  ["a domain with a character that changes the direction of text", { domain: "login.example\u202e.com" }],
  ["a type with a line break", { type: "self_managed\ncerts" }],
  ["a header that is a list", { custom_client_ip_header: ["x"] }],
  ["a header with control characters", { custom_client_ip_header: "x\u0007" }],
  ["metadata that is a text", { domain_metadata: "team" }],
])("%s is not reported, and the domain stays as it is", async (_, changes) => {
  const { service, stack, up } = await worldForTest();
  await up(program);
  answerDomains(service, changes);
  const { domain: name, customClientIpHeader } = stack.outputs("a");
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toMatchObject({ domain: name, customClientIpHeader });
  expect(await up(program)).toEqual({ a: "same", b: "same" });
});

test("a read that answers with another item is an error, and nothing changes", async () => {
  const { service, stack, up } = await worldForTest();
  await up(program);
  answerDomains(service, { custom_domain_id: "cd_other", domain: "other.example.com" });
  const { errors } = await stack.refresh();
  expect(errors.a).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(errors.a?.message).toMatch(
    /GET \/custom-domains\/\w+: the service answered with another custom domain: cd_other/,
  );
  service.faults.clear();
  expect(await up(program)).toEqual({ a: "same", b: "same" });
});

test("an update that is answered with another item is an error, and is sent again", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ b: program.b as Declared });
  const body = { id: "rol_other", name: "other" };
  service.faults.add({ kind: "status-after", status: 200, method: "PATCH", body });
  const changed: Program = { b: { type: "Role", inputs: { name: "admin", description: "new" } } };
  const { errors } = await stack.up(changed);
  expect(errors.b).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(stack.outputs("b")).toMatchObject({ name: "admin", description: "all" });
  expect(await up(changed)).toEqual({ b: "update" });
});

test("adopting a template that is answered with another one is an error", async () => {
  const { service, fail } = await worldForTest();
  const { id } = service.tenant.addTemplate();
  const body = { id: "vct_other", name: "other" };
  service.faults.add({ kind: "status-after", status: 200, method: "PATCH", body });
  const error = await fail({ type: "VcTemplate", inputs: { templateId: id, name: "new" } });
  expect(error).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(error.message).toContain("another template: vct_other");
});
