// What exists already, what is changed behind the program's back, and what is no longer declared.
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

/** What the run did with each resource that it did not leave as it is. */
function done({ steps }: Run): Record<string, string[]> {
  const changed = steps.filter(({ op }) => op !== "same" && op !== "refresh");
  const ops = (wanted: string) => changed.filter(({ name }) => name === wanted).map(({ op }) => op);
  return Object.fromEntries(changed.map(({ name }) => [name, ops(name)]));
}

const self = { type: "self_managed_certs" } as const;
const domain = (name: string, more = {}) => ["CustomDomain", { domain: name, ...self, ...more }] as const;

test("a domain that exists is a 409 that says how to take it over, and adopt does; a role's too", async () => {
  const { tenant } = service;
  const existing = tenant.addDomain({ domain: "adopt.example.com", ...self });
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

test("an input that is no longer declared goes back to what the service has without it", async () => {
  const { tenant } = service;
  const project = await projectForTest({
    d: domain("optional.example.com", { customClientIpHeader: "true-client-ip" }),
    r: ["Role", { name: "optional", description: "text" }],
  });
  expect(await project.up()).toMatchObject({ code: 0 });
  project.write(programOf({ d: domain("optional.example.com"), r: ["Role", { name: "optional" }] }));
  const run = await project.up();
  expect(done(run)).toEqual({ d: ["update"], r: ["update"] });
  expect(tenant.domainNamed("optional.example.com")?.custom_client_ip_header).toBeNull();
  expect([...tenant.roles.values()].find(({ name }) => name === "optional")?.description).toBe("");
});

test("drift shows in the preview after a refresh and is put back; what was never declared is left alone", async () => {
  const { tenant } = service;
  const project = await projectForTest({
    d: domain("drift.example.com", { customClientIpHeader: "true-client-ip" }),
    r: ["Role", { name: "drift" }],
  });
  expect(await project.up()).toMatchObject({ code: 0 });
  const live = tenant.domainNamed("drift.example.com");
  const role = [...tenant.roles.values()].find(({ name }) => name === "drift");
  if (!live || !role) throw new Error("not made");
  live.custom_client_ip_header = "x-forwarded-for";
  role.description = "by hand";
  expect(await project.refresh()).toMatchObject({ code: 0 });
  const preview = await project.preview();
  expect(preview.steps).toContainEqual({ op: "update", name: "d", diffs: ["customClientIpHeader"] });
  expect(done(preview)).toEqual({ d: ["update"] });
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(live.custom_client_ip_header).toBe("true-client-ip");
  expect(role.description).toBe("by hand");
});

test("what was deleted outside is made anew", async () => {
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

test("a domain is deleted before it is replaced; when its create fails, the next up creates and nothing stays behind", async () => {
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

test("a domain taken over whose update fails is kept in the state, and the next up goes on", async () => {
  const { tenant, faults } = service;
  const { custom_domain_id: id } = tenant.addDomain({ domain: "partial.example.com", ...self });
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
