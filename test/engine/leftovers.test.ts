// What an earlier run has left at the service, when stack, resource or backend have another name in the next one.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";
import { killUp } from "./kill-up.ts";

const admin = ["Role", { name: "admin" }] as const;
const other = ["Role", { name: "other" }] as const;

async function sceneForTest(): Promise<{ service: Service; project: Project }> {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(service, programOf({ a: admin }));
  onTestFinished(() => project.remove());
  return { service, project };
}

test.each([
  ["does not adopt what the renamed one has, and says so", false],
  ["creates its own in silence after a preview before the rename", true],
])("after pulumi stack rename, a new stack of the old name %s", async (_, hasPreview) => {
  const { service, project } = await sceneForTest();
  expect(await project.up()).toMatchObject({ code: 0 });
  const [first = ""] = service.tenant.roles.keys();
  if (hasPreview) expect(await project.preview()).toMatchObject({ code: 0 });
  await project.pulumi(["stack", "rename", "prod", "--stack", "test"]);
  await project.pulumi(["stack", "init", "test"]);
  const run = await project.up();
  expect(run).toMatchObject({ code: 0 });
  expect(/warning: Role "admin": .*The stack "scenario\/prod" has that one now/.test(run.stdout)).toBe(
    !hasPreview,
  );
  expect(service.tenant.roles.size).toBe(2);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect([...service.tenant.roles.keys()]).toEqual([first]);
});

test("a killed create is told when the resource has another name, and at the end of runs that do not ask for it", async () => {
  const { service, project } = await sceneForTest();
  await killUp(service, project);
  project.write(programOf({ z: other }));
  const without = await project.up();
  expect(without).toMatchObject({ code: 0 });
  const sentence = /urn:pulumi:test::scenario::\S+Role::a: at .* role with the name "admin".* may exist/;
  expect(without.stdout).toMatch(sentence);
  project.write(programOf({ z: other, b: admin }));
  expect((await project.up()).stdout).toMatch(/Role "admin": .* for urn:pulumi:test::scenario::\S+Role::a\./);
  expect((await project.destroy()).stdout).toMatch(sentence);
});

test("a killed create is found after a login to the same backend, and not by a stack of another one", async () => {
  const { service, project } = await sceneForTest();
  const backend = project.env.PULUMI_BACKEND_URL ?? "";
  await killUp(service, project);
  delete project.env.PULUMI_BACKEND_URL;
  const second = join(project.folder, "second");
  mkdirSync(second);
  await project.pulumi(["login", `file://${second}`]);
  await project.pulumi(["stack", "init", "test"]);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(service.tenant.roles.size).toBe(2);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  await project.pulumi(["login", `${backend}/`]);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(service.tenant.roles.size).toBe(1);
});

test("up --refresh tells the item of a lost create from that of a resource that is no longer declared", async () => {
  const { service, project } = await sceneForTest();
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(await project.up()).toMatchObject({ code: 0 });
  const [first = ""] = service.tenant.roles.keys();
  project.write(programOf({ b: admin }));
  service.faults.add({ kind: "reset-after", method: "POST", path: /roles$/ });
  const lost = await project.up();
  expect(lost.errors[0]).toMatch(/pulumi up --refresh tells those apart.*AMBIGUOUS/s);
  expect(await project.up("--refresh")).toMatchObject({ code: 0, errors: [] });
  const [second = ""] = service.tenant.roles.keys();
  expect([service.tenant.roles.size, second === first]).toEqual([1, false]);
  expect(project.resources().map(({ id }) => id)).toEqual([second]);
});
