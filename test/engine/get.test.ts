// `X.get` reads what exists into a program, without managing it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

let service: Service;
let project: Project;
let ids: { role: string; domain: string; template: string };

beforeAll(async () => {
  service = await startService();
  const { tenant } = service;
  ids = {
    role: tenant.addRole({ name: "Support", description: "Answers questions" }).id,
    domain: tenant.addDomain({
      domain: "login.example.com",
      type: "self_managed_certs",
      custom_client_ip_header: "true-client-ip",
      domain_metadata: { cost_center: "42" },
    }).custom_domain_id,
    template: tenant.addTemplate({ name: "licence" }).id,
  };
  project = await newProject(service, program(ids));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

function program({ role, domain, template }: typeof ids): string {
  return `
const idm = require("pulumi-idm");
const role = idm.Role.get("role", ${JSON.stringify(role)});
const domain = idm.CustomDomain.get("domain", ${JSON.stringify(domain)});
const template = idm.VcTemplate.get("template", ${JSON.stringify(template)});
const copy = new idm.Role("copy", { name: role.name.apply((name) => name + " 2"), description: role.description });
exports.role = [role.id, role.roleId, role.name, role.description];
exports.domain = ["customDomainId", "domain", "type", "customClientIpHeader", "domainMetadata", "status"].map((key) => domain[key]);
exports.record = domain.verificationRecord.value;
exports.template = [template.templateId, template.name, template.presentation];
`;
}

test("get reads every property, in a preview too", async () => {
  const preview = await project.preview();
  expect(preview, preview.stdout).toMatchObject({ code: 0, errors: [] });
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0, errors: [] });
  const domain = service.tenant.domains.get(ids.domain);
  expect(await project.outputs()).toEqual({
    role: [ids.role, ids.role, "Support", "Answers questions"],
    domain: [
      ids.domain,
      "login.example.com",
      "self_managed_certs",
      "true-client-ip",
      { cost_center: "42" },
      "pending_verification",
    ],
    record: domain?.verification.methods[0]?.record,
    template: [ids.template, "licence", service.tenant.templates.get(ids.template)?.presentation],
  });
  expect([...service.tenant.roles.values()].at(-1)).toMatchObject({
    name: "Support 2",
    description: "Answers questions",
  });
});

test("up again reads what changed at the service, and updates only the resource that uses it", async () => {
  Object.assign(service.tenant.roles.get(ids.role) ?? {}, { description: "Changed" });
  service.requests.reset();
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0, errors: [] });
  expect(service.requests.writes.map(({ method }) => method)).toEqual(["PATCH"]);
  expect([...service.tenant.roles.values()].at(-1)).toMatchObject({
    name: "Support 2",
    description: "Changed",
  });
});

test("the error for an unknown id names the id", async () => {
  project.write(program({ ...ids, role: "rol_unknown" }));
  const preview = await project.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.errors.join("\n")).toContain("rol_unknown");
  project.write(program(ids));
});

test("destroy leaves items that were only read", async () => {
  const run = await project.destroy();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
  expect([...service.tenant.roles.keys()]).toEqual([ids.role]);
  expect([...service.tenant.domains.keys()]).toEqual([ids.domain]);
  expect([...service.tenant.templates.keys()]).toEqual([ids.template]);
});
