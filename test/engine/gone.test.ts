// What counts as gone: an ingress without its service, the address of another tenant, a tenant that moved, and values
// that the interface does not have.
import { expect, onTestFinished, test } from "vitest";

import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { programOf } from "./harness-program.ts";

const program = (description: string) =>
  programOf({
    role: ["Role", { name: "admin", description }],
    domain: [
      "CustomDomain",
      { domain: "login.example.com", type: "self_managed_certs", relyingPartyIdentifier: "example.com" },
    ],
  });

async function serviceForTest(): Promise<Service> {
  const service = await startService();
  onTestFinished(() => service.close());
  return service;
}

async function projectForTest(service: Service): Promise<Project> {
  const project = await newProject(service, program("all"));
  onTestFinished(() => project.remove());
  expect(await project.up()).toMatchObject({ code: 0 });
  return project;
}

/** The next runs use this service. */
function moveTo(project: Project, { baseUrl, authUrl, client }: Service): void {
  const { id, secret } = client;
  Object.assign(project.env, { IDM_BASE_URL: baseUrl, IDM_AUTH_URL: authUrl });
  Object.assign(project.env, { IDM_CLIENT_ID: id, IDM_CLIENT_SECRET: secret });
}

const idsOf = (project: Project) =>
  project
    .resources()
    .map(({ id }) => id)
    .sort();

/** Runs refresh, `up --refresh` with a change, and destroy, all of which have to fail. */
async function failingRuns(project: Project): Promise<Run[]> {
  project.write(program("new"));
  const runs = [
    await project.refresh(),
    await project.up(),
    await project.up("--refresh"),
    await project.destroy(),
  ];
  for (const { code, stdout } of runs) expect(code, stdout).not.toBe(0);
  project.write(program("all"));
  return runs;
}

test("while an ingress answers 404 for its service, refresh, up and destroy fail, and nothing is lost", async () => {
  const service = await serviceForTest();
  const project = await projectForTest(service);
  const ids = idsOf(project);
  const page = {
    headers: { "content-type": "text/html" },
    body: "<html><title>404 Not Found</title></html>",
  };
  service.faults.add({ kind: "status", status: 404, path: /^\/api\/v2/, times: 1_000, ...page });
  for (const { stdout } of await failingRuns(project))
    expect(stdout).toMatch(/404 Not Found on .*not an error of the service itself/);
  service.faults.clear();
  expect(idsOf(project)).toEqual(ids);
  expect(await project.up("--refresh")).toMatchObject({ code: 0, changes: { same: 3 } });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([1, 1]);
});

test("at the address of another tenant, refresh, up and destroy name both addresses, and nothing is lost", async () => {
  const service = await serviceForTest();
  const other = await serviceForTest();
  const project = await projectForTest(service);
  const ids = idsOf(project);
  moveTo(project, other);
  for (const { stdout } of await failingRuns(project)) {
    expect(stdout).toContain(service.baseUrl);
    expect(stdout).toContain(other.baseUrl);
  }
  expect(other.requests.writes).toEqual([]);
  expect(idsOf(project)).toEqual(ids);
  moveTo(project, service);
  expect(await project.up("--refresh")).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([0, 0]);
});

test("a tenant that moved is found at its new address, and the move is no difference", async () => {
  const service = await serviceForTest();
  const project = await projectForTest(service);
  const first = await moved(service);
  moveTo(project, first);
  expect(await project.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(new Set(project.resources().map(({ outputs }) => outputs.__address))).toEqual(
    new Set([first.baseUrl]),
  );
  const second = await moved(first);
  moveTo(project, second);
  project.write(program("new"));
  expect(await project.up()).toMatchObject({ code: 0, changes: { update: 1, same: 2 } });
  expect([...second.tenant.roles.values()]).toMatchObject([{ description: "new" }]);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect([second.tenant.roles.size, second.tenant.domains.size]).toEqual([0, 0]);
});

test("a domain whose type is a word of the service's own is neither replaced nor shown as changed", async () => {
  const service = await serviceForTest();
  const project = await projectForTest(service);
  const ids = idsOf(project);
  for (const domain of service.tenant.domains.values())
    Object.assign(domain, { type: "auth0_managed_certs" });
  const refreshed = await project.refresh("--expect-no-changes");
  expect(refreshed).toMatchObject({ code: 0 });
  expect(
    refreshed.stdout.match(/the service returns "auth0_managed_certs" for type/g)?.length,
  ).toBeGreaterThan(0);
  expect(await project.up("--refresh", "--expect-no-changes")).toMatchObject({
    code: 0,
    changes: { same: 3 },
  });
  expect(idsOf(project)).toEqual(ids);
});

test("a relying party that was removed at the service is drift in the preview after a refresh", async () => {
  const service = await serviceForTest();
  const project = await projectForTest(service);
  for (const domain of service.tenant.domains.values()) delete domain.relying_party_identifier;
  expect(await project.refresh()).toMatchObject({ code: 0 });
  const { steps } = await project.preview();
  expect(steps.find(({ name, op }) => name === "domain" && op === "replace")).toBeDefined();
});

/** Ends the service, and starts it at another address with all that it held. */
async function moved(service: Service): Promise<Service> {
  const { tenant } = service;
  await service.close();
  const next = await serviceForTest();
  for (const [id, role] of tenant.roles) next.tenant.roles.set(id, role);
  for (const [id, domain] of tenant.domains) next.tenant.domains.set(id, domain);
  return next;
}
