import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CustomDomain, Redelivery, Role, Template } from "../service/records.ts";
import type { Service } from "../service/service.ts";
import type { Entry, Program } from "./stack.ts";
import { succeeded, type World, worldForTest } from "./stack-for-test.ts";

/** A state of version 0.1.0, and the items of the service at that time. */
interface Kept {
  readonly state: Record<string, Entry>;
  readonly domains: CustomDomain[];
  readonly roles: Role[];
  readonly templates: Template[];
  readonly redeliveries: Redelivery[];
}

const file = new URL("state-of-0.1.0.json", import.meta.url);

/** The program that created the state. */
function programOf(taken: string, event: { eventStreamId: string; eventId: string }): Program {
  const made = { dialect: "simplified/1.0", wellKnownTrustedIssuers: "aamva" };
  const domainMetadata = { "cost centre": "7", none: null };
  return {
    self: {
      type: "CustomDomain",
      inputs: {
        domain: "Login.example.com",
        type: "self_managed_certs",
        customClientIpHeader: "cf-connecting-ip",
        relyingPartyIdentifier: "example.com",
        domainMetadata,
      },
    },
    managed: { type: "CustomDomain", inputs: { domain: "id.example.com", type: "service_managed_certs" } },
    admin: { type: "Role", inputs: { name: "admin", description: "all" } },
    reader: { type: "Role", inputs: { name: "reader", adopt: true } },
    taken: { type: "VcTemplate", inputs: { templateId: taken, name: "taken over" } },
    made: {
      type: "VcTemplate",
      inputs: {
        ...made,
        name: "made",
        type: "mdl",
        presentation: { mdl: { ns: { portrait: true } } },
        version: 2,
      },
    },
    event: { type: "EventRedelivery", inputs: { ...event, triggers: { run: "1" } } },
  };
}

const event = { eventStreamId: "s".repeat(26), eventId: "e".repeat(26) };
const taken = "vct_0000000000000000000000";

function restore({ tenant }: Service, kept: Kept): void {
  for (const domain of kept.domains) tenant.domains.set(domain.custom_domain_id, domain);
  for (const role of kept.roles) tenant.roles.set(role.id, role);
  for (const template of kept.templates) tenant.templates.set(template.id, template);
  tenant.redeliveries.push(...kept.redeliveries);
  tenant.addEvent(event.eventStreamId, event.eventId);
}

async function upgradedWorld(): Promise<World & { program: Program }> {
  const world = await worldForTest();
  const kept = JSON.parse(readFileSync(file, "utf8")) as Kept;
  restore(world.service, kept);
  for (const [name, entry] of Object.entries(kept.state)) world.stack.state.set(name, entry);
  return { ...world, program: programOf(taken, event) };
}

test.runIf(process.env.WRITE_STATE)("writes the state", async () => {
  const { service, stack, up } = await worldForTest();
  const { tenant } = service;
  tenant.templates.set(taken, { ...tenant.addTemplate(), id: taken });
  for (const id of tenant.templates.keys()) if (id !== taken) tenant.templates.delete(id);
  tenant.addEvent(event.eventStreamId, event.eventId);
  await up(programOf(taken, event));
  const { domains, roles, templates, redeliveries } = tenant;
  const kept: Kept = {
    state: Object.fromEntries(stack.state),
    domains: [...domains.values()],
    roles: [...roles.values()],
    templates: [...templates.values()],
    redeliveries,
  };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
});

test("an unchanged program finds nothing to do, before and after a refresh", async () => {
  const { service, stack, up, program } = await upgradedWorld();
  expect(new Set(Object.values(await up(program)))).toEqual(new Set(["same"]));
  succeeded(await stack.refresh());
  expect(new Set(Object.values(await up(program)))).toEqual(new Set(["same"]));
  expect(service.requests.writes).toEqual([]);
});

test("changed and removed inputs are sent to the service", async () => {
  const { service, up, program } = await upgradedWorld();
  const steps = await up({
    ...program,
    self: { type: "CustomDomain", inputs: without(program.self?.inputs, "customClientIpHeader") },
    admin: { type: "Role", inputs: { name: "admin" } },
    taken: { type: "VcTemplate", inputs: { templateId: taken, name: "renamed" } },
    event: { type: "EventRedelivery", inputs: { ...event, triggers: { run: "2" } } },
  });
  expect(steps).toMatchObject({ self: "update", admin: "update", taken: "update", event: "replace" });
  const { tenant } = service;
  expect(tenant.domainNamed("login.example.com")?.custom_client_ip_header).toBe(null);
  expect([...tenant.roles.values()]).toMatchObject([{ name: "admin", description: "" }, { name: "reader" }]);
  expect(tenant.templates.get(taken)?.name).toBe("renamed");
  expect(tenant.redeliveries.length).toBe(2);
});

test("destroy deletes what was created, and leaves the template that was adopted by its id", async () => {
  const { service, stack } = await upgradedWorld();
  succeeded(await stack.destroy());
  const { domains, roles, templates } = service.tenant;
  expect([domains.size, roles.size, [...templates.keys()]]).toEqual([0, 0, [taken]]);
});

function without(inputs: object | undefined, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs ?? {}).filter(([name]) => name !== key));
}
