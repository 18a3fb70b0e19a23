// What the packaged plugin can do and the dynamic provider cannot.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { programOf } from "./harness-program.ts";
import { expectNothingIn } from "./written-files.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

async function projectForTest(program: string): Promise<Project> {
  const project = await newProject(service, program, { host: "plugin" });
  onTestFinished(() => project.remove());
  return project;
}

const libraries = `
const pulumi = require("@pulumi/pulumi");
const idm = require("pulumi-idm");
`;

test("a create that customTimeouts ended is settled by the next up", async () => {
  const project = await projectForTest(
    `${libraries} new idm.Role("slow", { name: "slow" }, { customTimeouts: { create: "5s" } });`,
  );
  service.faults.add({ kind: "no-answer-after", method: "POST", path: /\/roles$/ });
  const failed = await project.up();
  expect(failed.errors.join()).toMatch(
    /Role "slow": .*POST \/roles: .*not done within 5 s.*customTimeouts\.create.*ERR_IDM_UNKNOWN_OUTCOME/s,
  );
  expect(project.resources()).toEqual([]);
  // Without the limit, because a busy machine may need longer for the look-up.
  project.write(`${libraries} new idm.Role("slow", { name: "slow" });`);
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 1, same: 1 } });
  expect([...service.tenant.roles.values()].filter(({ name }) => name === "slow")).toHaveLength(1);
});

test("the wait for a domain shows its progress as the status of its resource, and Ctrl-C ends it at once", async () => {
  const { custom_domain_id: id } = service.tenant.addDomain({
    domain: "waiting.example.com",
    type: "self_managed_certs",
  });
  const project = await projectForTest(
    `${libraries} new idm.CustomDomainVerification("ready", { customDomainId: "${id}", timeoutSeconds: 86000 });`,
  );
  const run = project.start("up");
  await run.printed(
    /idm:index:CustomDomainVerification ready .*waiting\.example\.com is pending_verification/,
  );
  run.interrupt();
  const { code, warnings, stdout, errors } = await run.done;
  expect(code).not.toBe(0);
  expect(warnings).toEqual([]);
  expect(errors.join(), stdout).toMatch(/CustomDomainVerification "ready": stopped.*ERR_IDM_ABORTED/);
});

test("a secret at any depth, and an output that the program marks, are nowhere in clear", async () => {
  const canary = "canary-of-metadata";
  const program = (value: string) => `${libraries}
const admin = new idm.Role("admin", { name: "admin" }, { additionalSecretOutputs: ["roleId"] });
const login = new idm.CustomDomain("login", {
  domain: "secret.example.com", type: "self_managed_certs",
  domainMetadata: { team: pulumi.secret("${value}"), role: pulumi.interpolate\`of \${admin.roleId}\` },
});
exports.roleId = admin.roleId;
exports.metadata = login.domainMetadata;`;
  const project = await projectForTest(program(canary));
  const runs: Run[] = [await project.preview("--diff"), await project.up()];
  const [{ id } = { id: "" }] = [...service.tenant.roles.values()].filter(({ name }) => name === "admin");
  runs.push(await project.refresh(), await project.up("--expect-no-changes"));
  expect(await project.outputs()).toEqual({ roleId: id, metadata: { team: canary, role: `of ${id}` } });
  project.write(program(`${canary}-changed`));
  runs.push(await project.preview("--diff"), await project.up(), await project.destroy());
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(runs[4]?.stdout).toContain("[secret]");
  expectNothingIn(project, runs, [canary], /^(index\.js|events-\d+\.json)$/);
});

test("what depends on an output that an update cannot change previews as unchanged", async () => {
  const program = (header: string) => `${libraries}
const login = new idm.CustomDomain("login", {
  domain: "stable.example.com", type: "self_managed_certs", customClientIpHeader: "${header}",
});
new idm.Role("record", { name: "record", description: login.verificationRecord.value });
new idm.Role("id", { name: "id", description: login.customDomainId });
new idm.Role("status", { name: "status", description: login.status });`;
  const project = await projectForTest(program("x-forwarded-for"));
  expect(await project.up()).toMatchObject({ code: 0 });
  project.write(program("cf-connecting-ip"));
  const { steps, stdout } = await project.preview();
  const operations = Object.fromEntries(steps.map(({ name, op }) => [name, op]));
  expect(operations, stdout).toEqual({ login: "update", record: "same", id: "same", status: "update" });
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0, changes: { update: 1, same: 4 } });
});

/** Gives each resource the alias of its dynamic type. */
const aliases = `
pulumi.runtime.registerStackTransformation(({ type, props, opts }) => {
  const [, name] = type.split("idm:index:");
  if (!name) return undefined;
  return { props, opts: pulumi.mergeOptions(opts, { aliases: [{ type: "pulumi-nodejs:dynamic/idm:" + name }] }) };
});
`;

test("a stack with every resource moves from the dynamic provider to the plugin without a request", async () => {
  const event = service.tenant.addEvent();
  const existing = service.tenant.addTemplate({ name: "existing" });
  const template = { type: "mdl", dialect: "simplified/1.0", wellKnownTrustedIssuers: "aamva" };
  const program = `${programOf({
    moved: ["Role", { name: "moved", description: "stays" }],
    site: [
      "CustomDomain",
      {
        domain: "moved.example.com",
        type: "self_managed_certs",
        domainMetadata: { "cost centre": "7", none: null },
      },
    ],
    made: ["VcTemplate", { ...template, name: "made", presentation: { doc: { ns: { family_name: true } } } }],
    taken: ["VcTemplate", { templateId: existing.id, name: "taken over", version: 2 }],
    again: ["EventRedelivery", { ...event, triggers: { run: "1", deep: [null, 2] } }],
  })}
new idm.CustomDomainVerification("ready", { customDomainId: site.customDomainId, timeoutSeconds: 60 });
new idm.Role("hushed", { name: "hushed", description: pulumi.secret("canary-description") });`;
  const add = service.tenant.addDomain.bind(service.tenant);
  service.tenant.addDomain = (request) => Object.assign(add(request), { status: "ready" });
  // With other quotation marks, the program has the package itself.
  const project = await projectForTest(program.replace('"pulumi-idm"', "'pulumi-idm'"));
  expect(await project.up()).toMatchObject({ code: 0, changes: { create: 8 } });
  const redeliveries = service.tenant.redeliveries.length;
  project.write(program.replace("\nconst idm", `${aliases}const idm`));
  service.requests.reset();
  const moved = await project.up();
  expect(moved, moved.stdout).toMatchObject({ code: 0, changes: { same: 8 } });
  expect(service.requests.api).toEqual([]);
  const refreshed = await project.refresh("--expect-no-changes");
  expect(refreshed, refreshed.stdout).toMatchObject({ code: 0 });
  for (const key of ["__provider", "__declared", "__secrets", "__resource", "canary-description"])
    expect(project.state()).not.toContain(key);
  const again = await project.up("--expect-no-changes");
  expect(again, again.stdout).toMatchObject({ code: 0 });
  expect(service.tenant.redeliveries).toHaveLength(redeliveries);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(service.tenant.templates.has(existing.id)).toBe(true);
});
