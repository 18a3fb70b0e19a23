// Outputs of one resource are inputs of another, at any depth: unknown in the first preview, known in up.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { code, programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
let templateId: string;
let event: { eventStreamId: string; eventId: string };

beforeAll(async () => {
  service = await startService();
  templateId = service.tenant.addTemplate().id;
  event = service.tenant.addEvent();
  project = await newProject(service, program("first"));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

/** Each resource but the first has an input that is known only after the resource before it was created. */
function program(description: string): string {
  return programOf(
    {
      first: ["Role", { name: "First", description }],
      // A label of a domain cannot hold the underscore of a role id.
      domain: [
        "CustomDomain",
        {
          domain: code("first.roleId.apply((id) => 'r' + id.length + '.example.com')"),
          type: "self_managed_certs",
          relyingPartyIdentifier: code('first.roleId.apply(() => "example.com")'),
          domainMetadata: { role: code("first.roleId"), known: "yes" },
        },
      ],
      adopted: [
        "VcTemplate",
        {
          templateId: code("domain.customDomainId.apply(() => process.env.TEMPLATE_ID)"),
          name: code("pulumi.concat('for ', domain.domain)"),
          presentation: code(
            'domain.status.apply((status) => ({ doc: { ns: { family_name: status === "pending_verification" } } }))',
          ),
        },
      ],
      second: [
        "Role",
        {
          name: code("pulumi.concat('Second ', adopted.templateId)"),
          description: code("first.description"),
        },
      ],
      redelivery: [
        "EventRedelivery",
        { ...event, triggers: { description: code("second.description"), role: code("second.roleId") } },
      ],
    },
    { record: "domain.verificationRecord.value", acceptedAt: "redelivery.acceptedAt" },
  );
}

test("a preview accepts every unknown value, and sends nothing", async () => {
  project.env.TEMPLATE_ID = templateId;
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], warnings: [], changes: { create: 6 } });
  expect(service.requests.api).toEqual([]);
});

test("up fills in each value", async () => {
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 6 } });
  const [first, second] = service.tenant.roles.values();
  const [domain] = service.tenant.domains.values();
  expect(domain).toMatchObject({
    domain: `r${first?.id.length}.example.com`,
    relying_party_identifier: "example.com",
    domain_metadata: { role: first?.id, known: "yes" },
  });
  expect(service.tenant.templates.get(templateId)).toMatchObject({
    name: `for ${domain?.domain}`,
    presentation: { doc: { ns: { family_name: true } } },
  });
  expect(second).toMatchObject({ name: `Second ${templateId}`, description: "first" });
  expect(await project.outputs()).toEqual({
    record: domain?.verification.methods[0]?.record,
    acceptedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test("up again changes nothing", async () => {
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { same: 6 } });
});

test("a changed value reaches the resources that use it, in preview and in up", async () => {
  project.write(program("changed"));
  const preview = await project.preview();
  expect(preview, preview.stdout).toMatchObject({ code: 0, errors: [] });
  expect(preview.steps).toContainEqual({ op: "update", name: "first", diffs: ["description"] });
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0, changes: { update: 2, replace: 1, same: 3 } });
  expect([...service.tenant.roles.values()].map(({ description }) => description)).toEqual([
    "changed",
    "changed",
  ]);
  expect(service.tenant.redeliveries).toHaveLength(2);
});

test("destroy deletes the whole chain", async () => {
  const run = await project.destroy();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { delete: 6 } });
  expect(service.tenant.roles.size + service.tenant.domains.size).toBe(0);
  expect(project.resources()).toEqual([]);
});
