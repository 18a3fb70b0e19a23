// A refresh under the real engine is answered from lists.
import { expect, onTestFinished, test } from "vitest";
import type { ServiceOptions } from "../service/options.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

const program = `const idm = require("pulumi-idm");
for (let i = 0; i < 40; i++) new idm.Role("r" + i, { name: "role " + i, description: "no. " + i });
for (let i = 0; i < 10; i++) new idm.CustomDomain("d" + i, { domain: "d" + i + ".example.com", type: "self_managed_certs" });
`;

async function upForTest(
  options: ServiceOptions = {},
  env: Record<string, string> = {},
): Promise<{ service: Service; project: Project }> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  const project = await newProject(service, program, { env });
  onTestFinished(() => project.remove());
  expect((await project.up()).errors).toEqual([]);
  service.requests.reset();
  return { service, project };
}

function counts({ requests }: Service): { lists: number; reads: number } {
  const lists = requests.api.filter(({ path }) => /\/(roles|custom-domains)$/.test(path)).length;
  return { lists, reads: requests.api.length - lists };
}

/** A list answers for 10 seconds. On a busy machine, a refresh takes longer and reads more than one. */
const mostRequests = 20;

test(`a refresh of 50 resources takes at most ${mostRequests} requests, and sees drift and what is gone`, async () => {
  const { service, project } = await upForTest();
  const unchanged = await project.refresh("--expect-no-changes");
  expect([unchanged.code, unchanged.errors]).toEqual([0, []]);
  expect(service.requests.api.length).toBeLessThanOrEqual(mostRequests);
  const [changed, gone] = [...service.tenant.roles.values()];
  if (changed) changed.description = "by hand";
  service.tenant.roles.delete(gone?.id ?? "");
  service.requests.reset();
  const drift = await project.refresh("--diff");
  expect(drift.errors).toEqual([]);
  expect(drift.stdout).toContain("by hand");
  expect(drift.stdout).not.toContain("__resource");
  expect(service.requests.api.length).toBeLessThanOrEqual(mostRequests);
  const roles = project.resources().filter(({ type }) => type.endsWith("Role"));
  expect(roles.map(({ id }) => id).sort()).toEqual([...service.tenant.roles.keys()].sort());
  expect(roles.find(({ id }) => id === changed?.id)?.outputs.description).toBe("by hand");
});

test("a refresh without drift leaves the inputs of the state as they are", async () => {
  const { project } = await upForTest();
  const inputs = () => project.resources().map((resource) => [resource.urn, resource.inputs]);
  const before = inputs();
  await project.refresh();
  expect(inputs()).toEqual(before);
});

test("up --refresh reads lists, changes what has drifted, and reads nothing of before that again", async () => {
  const { service, project } = await upForTest({ listShape: "next", pageSize: 20 });
  for (const role of service.tenant.roles.values()) role.description = "by hand";
  expect((await project.up("--refresh")).errors).toEqual([]);
  const descriptions = [...service.tenant.roles.values()].map(({ description }) => description);
  expect(descriptions.sort()).toEqual(Array.from({ length: 40 }, (_, index) => `no. ${index}`).sort());
  expect((await project.refresh("--expect-no-changes")).code).toBe(0);
});

test("a refresh with lists that hide a property reads each resource by its id", async () => {
  const { service, project } = await upForTest({ listedItem: ({ description: _, ...item }) => item });
  expect((await project.refresh("--expect-no-changes")).code).toBe(0);
  expect(counts(service).reads).toBeGreaterThanOrEqual(42);
  expect(counts(service).lists).toBeLessThanOrEqual(3);
});

test("IDM_BULK_READ=false reads each resource by its id", async () => {
  const { service, project } = await upForTest({}, { IDM_BULK_READ: "false" });
  expect((await project.refresh("--expect-no-changes")).code).toBe(0);
  expect(counts(service)).toEqual({ lists: 0, reads: 50 });
});
