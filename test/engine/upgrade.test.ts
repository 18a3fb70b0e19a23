// Runs today's code on a stack that version 0.1.0 created.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CustomDomain, Redelivery, Role, Template } from "../service/records.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";

/** The file: an exported stack, and what the service held then. */
interface KeptStack {
  readonly stack: object;
  readonly roles: Role[];
  readonly domains: CustomDomain[];
  readonly templates: Template[];
  readonly redeliveries: Redelivery[];
}

const file = new URL("stack-of-0.1.0.json", import.meta.url);
const event = { eventStreamId: "est_0000000000000000000000", eventId: "evt_0000000000000000000000" };
const adoptedTemplateId = "vct_0000000000000000000000";

const shared = { type: "mdl", dialect: "simplified/1.0", wellKnownTrustedIssuers: "aamva" };
const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };

/** The program of the stack. */
const program = {
  self: [
    "CustomDomain",
    {
      domain: "Login.example.com",
      type: "self_managed_certs",
      customClientIpHeader: "cf-connecting-ip",
      relyingPartyIdentifier: "example.com",
      domainMetadata: { "cost centre": "7", none: null },
    },
  ],
  managed: ["CustomDomain", { domain: "id.example.com", type: "service_managed_certs" }],
  admin: ["Role", { name: "admin", description: "all" }],
  reader: ["Role", { name: "reader" }],
  adopted: ["Role", { name: "adopted", adopt: true }],
  taken: ["VcTemplate", { templateId: adoptedTemplateId, name: "taken over" }],
  made: ["VcTemplate", { ...shared, name: "made", presentation, version: 2 }],
  redelivery: ["EventRedelivery", { ...event, triggers: { run: "1" } }],
} as const satisfies Parameters<typeof programOf>[0];
const count = Object.keys(program).length + 1;

/** A service, and a project with the program, before its first run. */
async function emptyWorld(): Promise<{ service: Service; project: Project }> {
  const service = await startService();
  onTestFinished(() => service.close());
  service.tenant.addEvent(event.eventStreamId, event.eventId);
  const project = await newProject(service, programOf(program));
  onTestFinished(() => project.remove());
  return { service, project };
}

/** The same with the stack imported and the service filled. */
async function upgradedWorld(): Promise<{ service: Service; project: Project }> {
  const world = await emptyWorld();
  const { tenant } = world.service;
  const kept: KeptStack = JSON.parse(readFileSync(file, "utf8"));
  for (const role of kept.roles) tenant.roles.set(role.id, role);
  for (const domain of kept.domains) tenant.domains.set(domain.custom_domain_id, domain);
  for (const template of kept.templates) tenant.templates.set(template.id, template);
  tenant.redeliveries.push(...kept.redeliveries);
  const exported = join(world.project.folder, "exported.json");
  writeFileSync(exported, JSON.stringify(kept.stack));
  await world.project.pulumi(["stack", "import", "--stack", "test", "--file", exported]);
  return world;
}

/** Removes the places of declarations, because they contain paths of the machine. */
function withoutPaths(key: string, value: unknown): unknown {
  return key === "sourcePosition" || key === "stackTrace" ? undefined : value;
}

/** Writes the file again. Only for a new version, whose file joins the old ones. */
async function record(): Promise<void> {
  const { service, project } = await emptyWorld();
  const { tenant } = service;
  tenant.addTemplate({ id: adoptedTemplateId });
  tenant.addRole({ name: "adopted", description: "by hand" });
  expect(await project.up()).toMatchObject({ code: 0 });
  const { stdout } = await project.pulumi(["stack", "export", "--stack", "test"]);
  const { deployment, ...rest } = JSON.parse(stdout, withoutPaths);
  const { secrets_providers: _, ...unlocked } = deployment;
  const kept: KeptStack = {
    stack: { ...rest, deployment: unlocked },
    roles: [...tenant.roles.values()],
    domains: [...tenant.domains.values()],
    templates: [...tenant.templates.values()],
    redeliveries: tenant.redeliveries,
  };
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}
if (process.env.RECORD_STACK === "1") test("record", record);

test("an unchanged program changes nothing, before and after a refresh", async () => {
  const { service, project } = await upgradedWorld();
  service.requests.reset();
  expect(await project.up()).toMatchObject({ code: 0, changes: { same: count } });
  expect(service.requests.api).toEqual([]);
  expect(await project.refresh()).toMatchObject({ code: 0, changes: { same: count } });
  expect(new Set(service.requests.api.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(await project.up()).toMatchObject({ code: 0, changes: { same: count } });
});

test("changes, removed inputs and drift reach the service, and destroy leaves the adopted template", async () => {
  const { service, project } = await upgradedWorld();
  const { tenant } = service;
  const { customClientIpHeader: _, ...self } = program.self[1];
  project.write(
    programOf({
      ...program,
      self: ["CustomDomain", self],
      admin: ["Role", { name: "owner" }],
      made: ["VcTemplate", { ...program.made[1], name: "renamed" }],
    }),
  );
  const template = tenant.templates.get(adoptedTemplateId);
  if (template) template.name = "drifted";
  const run = await project.up("--refresh");
  expect(run).toMatchObject({ code: 0, changes: { update: 4, same: count - 4 } });
  expect(tenant.domainNamed("login.example.com")?.custom_client_ip_header).toBeNull();
  const roles = [...tenant.roles.values()].map(({ name, description = "" }) => `${name}: ${description}`);
  expect(roles.sort()).toEqual(["adopted: by hand", "owner: ", "reader: "]);
  expect([...tenant.templates.values()].map(({ name }) => name).sort()).toEqual(["renamed", "taken over"]);
  expect(tenant.redeliveries.length).toBe(1);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect([tenant.roles.size, tenant.domains.size]).toEqual([0, 0]);
  expect([...tenant.templates.keys()]).toEqual([adoptedTemplateId]);
});

test("the file of the stack contains no secret and no path of a machine", () => {
  const content = readFileSync(file, "utf8");
  expect(content).not.toMatch(/eyJ|secret|Bearer|PRIVATE KEY|ciphertext|salt/i);
  expect(content).not.toMatch(/\.\.\/|file:\/\/|node_modules|"\/[a-z]/);
});
