// Items that exist already, changes made outside of the program, and inputs that are no longer declared.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { programOf } from "./harness-program.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

type Resources = Parameters<typeof programOf>[0];

async function projectForTest(resources: Resources): Promise<Project> {
  const project = await newProject(service, programOf(resources));
  onTestFinished(() => project.remove());
  return project;
}

/** The operations of the run by resource, without resources that stayed the same. */
function operationsOf({ steps }: Run): Record<string, string[]> {
  const changed = steps.filter(({ op }) => op !== "same" && op !== "refresh");
  const ops = (wanted: string) => changed.filter(({ name }) => name === wanted).map(({ op }) => op);
  return Object.fromEntries(changed.map(({ name }) => [name, ops(name)]));
}

const ownCertificates = { type: "self_managed_certs" } as const;
const domain = (name: string, more = {}) =>
  ["CustomDomain", { domain: name, ...ownCertificates, ...more }] as const;

test("the 409 for an existing domain says how to adopt it, and adopt: true adopts a domain and a role", async () => {
  const { tenant } = service;
  const existing = tenant.addDomain({ domain: "adopt.example.com", ...ownCertificates });
  const role = tenant.addRole({ name: "adopted" });
  const project = await projectForTest({ d: domain("adopt.example.com") });
  const refused = await project.up();
  expect(refused.code).not.toBe(0);
  expect(refused.errors.join()).toMatch(/CustomDomain "adopt.example.com": 409 Conflict.*adopt: true/s);
  project.write(
    programOf({
      d: domain("adopt.example.com", { adopt: true, customClientIpHeader: "cf-connecting-ip" }),
      r: ["Role", { name: "adopted", description: "ours", adopt: true }],
    }),
  );
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(
    project
      .resources()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([existing.custom_domain_id, role.id]);
  expect(tenant.domainNamed("adopt.example.com")?.custom_client_ip_header).toBe("cf-connecting-ip");
  expect(tenant.roles.get(role.id)?.description).toBe("ours");
  service.requests.reset();
  expect(await project.up()).toMatchObject({ changes: { same: 3 } });
  expect(service.requests.api).toEqual([]);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(tenant.domainNamed("adopt.example.com")).toBeUndefined();
});

test("an input that is no longer declared goes back to the default of the service", async () => {
  const { tenant } = service;
  const project = await projectForTest({
    d: domain("optional.example.com", { customClientIpHeader: "true-client-ip" }),
    r: ["Role", { name: "optional", description: "Answers questions" }],
  });
  expect(await project.up()).toMatchObject({ code: 0 });
  project.write(programOf({ d: domain("optional.example.com"), r: ["Role", { name: "optional" }] }));
  const run = await project.up();
  expect(operationsOf(run)).toEqual({ d: ["update"], r: ["update"] });
  expect(tenant.domainNamed("optional.example.com")?.custom_client_ip_header).toBeNull();
  expect([...tenant.roles.values()].find(({ name }) => name === "optional")?.description).toBe("");
});

test("the preview after a refresh shows drift, up undoes it, and undeclared properties stay as they are", async () => {
  const { tenant } = service;
  const project = await projectForTest({
    d: domain("drift.example.com", { customClientIpHeader: "true-client-ip" }),
    r: ["Role", { name: "drift" }],
  });
  expect(await project.up()).toMatchObject({ code: 0 });
  const atService = tenant.domainNamed("drift.example.com");
  const role = [...tenant.roles.values()].find(({ name }) => name === "drift");
  if (!atService || !role) throw new Error("up has created no domain or no role");
  atService.custom_client_ip_header = "x-forwarded-for";
  role.description = "by hand";
  expect(await project.refresh()).toMatchObject({ code: 0 });
  const preview = await project.preview();
  expect(preview.steps).toContainEqual({ op: "update", name: "d", diffs: ["customClientIpHeader"] });
  expect(operationsOf(preview)).toEqual({ d: ["update"] });
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(atService.custom_client_ip_header).toBe("true-client-ip");
  expect(role.description).toBe("by hand");
});

test("up --refresh creates again what was deleted at the service", async () => {
  const { tenant } = service;
  const project = await projectForTest({ d: domain("gone.example.com"), r: ["Role", { name: "gone" }] });
  expect(await project.up()).toMatchObject({ code: 0 });
  for (const { id, name } of [...tenant.roles.values()]) if (name === "gone") tenant.roles.delete(id);
  tenant.domains.delete(tenant.domainNamed("gone.example.com")?.custom_domain_id ?? "");
  const run = await project.up("--refresh");
  expect(run).toMatchObject({ code: 0 });
  expect(tenant.domainNamed("gone.example.com")).toBeDefined();
  expect([...tenant.roles.values()].filter(({ name }) => name === "gone").length).toBe(1);
});

test("a replaced domain is deleted first, and after a failed create the next up creates it once", async () => {
  const { tenant, faults, requests } = service;
  const project = await projectForTest({ d: domain("replace.example.com", { domainMetadata: { a: "1" } }) });
  expect(await project.up()).toMatchObject({ code: 0 });
  project.write(programOf({ d: domain("replace.example.com", { domainMetadata: { a: "2" } }) }));
  faults.add({ kind: "status", status: 403, method: "POST", path: /custom-domains$/ });
  requests.reset();
  const failed = await project.up();
  expect(failed.code).not.toBe(0);
  expect(requests.writes.map(({ method }) => method)).toEqual(["DELETE", "POST"]);
  expect(tenant.domainNamed("replace.example.com")).toBeUndefined();
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(tenant.domainNamed("replace.example.com")?.domain_metadata).toEqual({ a: "2" });
  expect(project.resources().length).toBe(1);
  expect(await project.up()).toMatchObject({ changes: { same: 2 } });
});

test("an adopted domain whose update fails stays in the state, and the next up updates it", async () => {
  const { tenant, faults } = service;
  const { custom_domain_id: id } = tenant.addDomain({ domain: "partial.example.com", ...ownCertificates });
  const project = await projectForTest({
    d: domain("partial.example.com", { customClientIpHeader: "cf-connecting-ip", adopt: true }),
  });
  faults.add({ kind: "status", status: 403, method: "PATCH", path: /custom-domains/ });
  const failed = await project.up();
  expect(failed.code).not.toBe(0);
  expect(failed.errors.join()).toContain(id);
  expect(project.resources()).toMatchObject([{ id, initErrors: [expect.stringContaining("403")] }]);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(tenant.domains.get(id)?.custom_client_ip_header).toBe("cf-connecting-ip");
  expect(await project.up()).toMatchObject({ changes: { same: 2 } });
});
