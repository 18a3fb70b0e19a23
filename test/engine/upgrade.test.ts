// Runs today's code on the stacks that released versions wrote.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { releasedVersions } from "../../scripts/release/changelog.ts";
import { type Service, startService } from "../service/service.ts";
import {
  fileOf,
  type KeptName,
  type KeptProgram,
  type KeptStack,
  keptStacks,
  missingStacks,
  readKept,
  sourceOf,
} from "../upgrade/kept-stack.ts";
import { adoptedTemplateId, event, readyDomainId } from "../upgrade/recorded-program.ts";
import { newProject, type Project } from "./harness.ts";

/** The stack in a project with its program, and its items in a service. */
async function upgradedWorld(
  name: KeptName,
): Promise<{ service: Service; project: Project; kept: KeptStack }> {
  const service = await startService();
  onTestFinished(() => service.close());
  const { tenant } = service;
  tenant.addEvent(event.eventStreamId, event.eventId);
  const kept = readKept(name, service);
  for (const role of kept.roles) tenant.roles.set(role.id, role);
  for (const domain of kept.domains) tenant.domains.set(domain.custom_domain_id, domain);
  for (const template of kept.templates) tenant.templates.set(template.id, template);
  tenant.redeliveries.push(...kept.redeliveries);
  const project = await newProject(service, sourceOf(kept.program), { host: name.host });
  onTestFinished(() => project.remove());
  const exported = join(project.folder, "exported.json");
  writeFileSync(exported, JSON.stringify(kept.stack));
  await project.pulumi(["stack", "import", "--stack", "test", "--file", exported]);
  return { service, project, kept };
}

/** The program with a removed input, two changed ones and a removed one. */
function changed({ program }: KeptStack): KeptProgram {
  const argsOf = (name: string) => program[name]?.[1] ?? {};
  const { customClientIpHeader: _, ...self } = argsOf("self");
  return {
    ...program,
    self: ["CustomDomain", self],
    admin: ["Role", { name: "owner" }],
    made: ["VcTemplate", { ...argsOf("made"), name: "renamed" }],
  };
}

test.each(keptStacks())(
  "an unchanged program of version $version changes nothing under the host $host, and a changed one what it says",
  { timeout: 300_000 },
  async (name) => {
    const { service, project, kept } = await upgradedWorld(name);
    const { tenant, requests } = service;
    const count = Object.keys(kept.program).length + 1;
    requests.reset();
    expect(await project.preview()).toMatchObject({ code: 0, changes: { same: count } });
    expect(requests.writes).toEqual([]);
    expect(await project.refresh()).toMatchObject({ code: 0, changes: { same: count } });
    expect(await project.up()).toMatchObject({ code: 0, changes: { same: count } });
    expect(requests.writes).toEqual([]);

    project.write(sourceOf(changed(kept)));
    const template = tenant.templates.get(adoptedTemplateId);
    if (template) template.name = "drifted";
    const run = await project.up("--refresh");
    expect(run, run.stdout).toMatchObject({ code: 0, changes: { update: 4, same: count - 4 } });
    expect(tenant.domainNamed("login.example.com")?.custom_client_ip_header).toBeNull();
    const names = [...tenant.roles.values()].map(({ name }) => name);
    expect(names).toContain("owner");
    expect(names).toHaveLength(kept.roles.length);
    const templates = [...tenant.templates.values()].map(({ name }) => name);
    expect(templates.sort()).toEqual(["renamed", "taken over"]);
    expect(tenant.redeliveries.length).toBe(1);

    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect(tenant.roles.size).toBe(0);
    expect([...tenant.domains.keys()].filter((id) => id !== readyDomainId)).toEqual([]);
    expect([...tenant.templates.keys()]).toEqual([adoptedTemplateId]);
  },
);

test("each version of the changelog has a stack of each host", () => {
  const changelog = readFileSync(join(checkout, "CHANGELOG.md"), "utf8");
  expect(missingStacks(releasedVersions(changelog))).toEqual([]);
});

test.each(keptStacks())(
  "the stack of $version under $host has no credential and no path of a machine",
  (name) => {
    const content = readFileSync(fileOf(name), "utf8");
    expect(content).not.toMatch(/eyJ|client.?secret|Bearer|PRIVATE KEY/i);
    expect(content).not.toMatch(/\.\.\/|file:\/\/|node_modules|"\/[a-z]/);
  },
);
