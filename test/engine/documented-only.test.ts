// A service that has only the four documented operations. It answers 405 to the conventional ones.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { type Args, programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
let templateId: string;
let event: { eventStreamId: string; eventId: string };

beforeAll(async () => {
  service = await startService({ documentedOnly: true });
  templateId = service.tenant.addTemplate().id;
  event = service.tenant.addEvent();
  project = await newProject(service, program());
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

function program(changes: Record<string, Args> = {}): string {
  return programOf({
    login: ["CustomDomain", { domain: "login.example.com", type: "self_managed_certs" }],
    adopted: ["VcTemplate", { templateId, name: "licence", ...changes.adopted }],
    support: ["Role", { name: "Support", ...changes.support }],
    redelivery: ["EventRedelivery", event],
  });
}

test("all four resources are created, each with one request", async () => {
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 5 } });
  expect(service.requests.api.map(({ status }) => status < 300)).toEqual([true, true, true, true]);
  expect(service.tenant.templates.get(templateId)).toMatchObject({ name: "licence" });
});

test("up again changes nothing and sends nothing", async () => {
  service.requests.reset();
  const run = await project.up();
  expect(run).toMatchObject({ code: 0, changes: { same: 5 } });
  expect(service.requests.api).toEqual([]);
});

test("a template is updated with the documented operation", async () => {
  project.write(program({ adopted: { name: "driving licence" } }));
  const run = await project.up();
  expect(run).toMatchObject({ code: 0, changes: { update: 1, same: 4 } });
  expect(service.tenant.templates.get(templateId)).toMatchObject({ name: "driving licence" });
});

test("the error of a refused update names operation and workaround, and the state keeps everything", async () => {
  project.write(program({ adopted: { name: "driving licence" }, support: { description: "new" } }));
  const run = await project.up();
  expect(run.code).not.toBe(0);
  const [role] = service.tenant.roles.values();
  expect(run.errors.join("\n")).toMatch(
    new RegExp(`Role "Support": .*405.*PATCH /roles/${role?.id}.*--replace`, "s"),
  );
  expect(project.resources()).toHaveLength(4);
});

test("the error of a refused refresh names operation and workaround, and the state keeps everything", async () => {
  const run = await project.refresh();
  expect(run.code).not.toBe(0);
  expect(run.stdout).toMatch(/405.*GET \/(roles|custom-domains|verifiable-credentials).*--exclude/s);
  expect(project.resources()).toHaveLength(4);
});

test("the error of a refused destroy names operation and workaround, and the state keeps what exists", async () => {
  const run = await project.destroy();
  expect(run.code).not.toBe(0);
  expect(run.stdout).toMatch(/405.*DELETE \/(roles|custom-domains).*pulumi state delete/s);
  expect(service.tenant.roles.size).toBe(1);
  expect(project.resources().map(({ type }) => type)).toContain("pulumi-nodejs:dynamic/idm:Role");
});
