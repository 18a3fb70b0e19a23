// Who owns an item after runs that were interrupted, renamed resources, lost states, and beside other stacks.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";
import { killUp } from "./kill-up.ts";

interface Scene {
  readonly service: Service;
  readonly project: Project;
}

type Resources = Parameters<typeof programOf>[0];

async function sceneForTest(resources: Resources): Promise<Scene> {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(service, programOf(resources));
  onTestFinished(() => project.remove());
  return { service, project };
}

const admin = ["Role", { name: "admin" }] as const;
const adopting = ["Role", { name: "admin", adopt: true }] as const;
const ids = ({ service }: Scene) => [...service.tenant.roles.keys()];
const states = ({ project }: Scene) => project.resources().map(({ id }) => id);

test("a rename with adopt that was interrupted by a failed resource keeps the item", async () => {
  const scene = await sceneForTest({ a: admin });
  const { service, project } = scene;
  expect(await project.up()).toMatchObject({ code: 0 });
  const [id] = ids(scene);
  project.write(
    programOf({
      b: adopting,
      failing: ["CustomDomain", { domain: "x.example.com", type: "self_managed_certs" }],
    }),
  );
  service.faults.add({ kind: "status", status: 403, method: "POST", path: /custom-domains$/ });
  expect((await project.up()).code).not.toBe(0);
  expect(states(scene)).toEqual([id, id]);
  project.write(programOf({ b: adopting }));
  const kept = await project.up();
  expect(kept).toMatchObject({ code: 0, changes: { delete: 1 } });
  expect(kept.stdout).toMatch(/rol_\w+ is kept/);
  expect(ids(scene)).toEqual([id]);
});

test("a rename with adopt and --target keeps the item, and destroy deletes it with the last resource", async () => {
  const scene = await sceneForTest({ a: admin });
  const { project } = scene;
  expect(await project.up()).toMatchObject({ code: 0 });
  const [id] = ids(scene);
  project.write(programOf({ c: adopting }));
  expect(await project.up("--target", "**c")).toMatchObject({ code: 0 });
  expect(states(scene)).toEqual([id, id]);
  expect(await project.up()).toMatchObject({ code: 0, changes: { delete: 1 } });
  expect(ids(scene)).toEqual([id]);
  expect(await project.destroy("--refresh")).toMatchObject({ code: 0 });
  expect(ids(scene)).toEqual([]);
});

test("two resources that adopt one item at once are an error that names both", async () => {
  const scene = await sceneForTest({ first: adopting, second: adopting });
  const { id } = scene.service.tenant.addRole({ name: "admin" });
  const run = await scene.project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join()).toMatch(/(?=.*"first")(?=.*"second")/s);
  expect(states(scene)).toEqual([id]);
  expect(ids(scene)).toEqual([id]);
});

test("an up whose state was not stored is repaired by the next one", async () => {
  const scene = await sceneForTest({ a: admin, b: ["Role", { name: "reader" }] });
  const { project } = scene;
  const saved = join(project.folder, "saved");
  cpSync(join(project.folder, "state"), saved, { recursive: true });
  expect(await project.up()).toMatchObject({ code: 0 });
  const made = ids(scene).sort();
  rmSync(join(project.folder, "state"), { recursive: true });
  cpSync(saved, join(project.folder, "state"), { recursive: true });
  const run = await project.up();
  expect(run).toMatchObject({ code: 0, changes: { create: 3 } });
  expect(ids(scene).sort()).toEqual(made);
  expect(states(scene).sort()).toEqual(made);
  expect(await project.up()).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(ids(scene)).toEqual([]);
});

test("--replace right after the create keeps the role once, then replaces it, and destroy forgets it", async () => {
  const scene = await sceneForTest({ a: admin });
  const { service, project } = scene;
  expect(await project.up()).toMatchObject({ code: 0 });
  const first = ids(scene);
  const replace = () => project.up("--replace", project.resources()[0]?.urn ?? "");
  expect((await replace()).stdout).toContain("run the same command again");
  expect(ids(scene)).toEqual(first);
  expect(await replace()).toMatchObject({ code: 0 });
  expect(ids(scene)).not.toEqual(first);
  expect(states(scene)).toEqual(ids(scene));
  expect(await project.destroy()).toMatchObject({ code: 0 });
  service.requests.reset();
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(service.requests.api.map(({ method }) => method)).toEqual(["POST"]);
});

test("another stack with the same home and name of a resource does not take the item of a killed run", async () => {
  const scene = await sceneForTest({ a: admin });
  const { service, project } = scene;
  await killUp(service, project);
  const [first] = ids(scene);
  const other = await newProject(service, programOf({ a: admin }));
  onTestFinished(() => other.remove());
  // A project of another name is another stack.
  const settings = join(other.folder, "Pulumi.yaml");
  writeFileSync(settings, readFileSync(settings, "utf8").replace("scenario", "other"));
  other.env.PULUMI_HOME = project.env.PULUMI_HOME;
  other.env.PULUMI_BACKEND_URL = project.env.PULUMI_BACKEND_URL;
  await other.pulumi(["stack", "init", "test"]);
  expect(await other.up()).toMatchObject({ code: 0 });
  const second = ids(scene).find((id) => id !== first);
  expect(await other.destroy()).toMatchObject({ code: 0 });
  expect(second).toBeDefined();
  expect(ids(scene)).toEqual([first]);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(states(scene)).toEqual([first]);
});

test("an id that no state was seen with for a week is named at the end of a run", async () => {
  const scene = await sceneForTest({ a: admin });
  const { project } = scene;
  expect(await project.up()).toMatchObject({ code: 0 });
  const [id = ""] = ids(scene);
  const eightDaysAgo = Date.now() - 8 * 24 * 3600 * 1000;
  for (const file of globSync(join(project.folder, "home", "idm-journal", "*.log")))
    writeFileSync(file, readFileSync(file, "utf8").replace(/^(begin \S+) \d+/gm, `$1 ${eightDaysAgo}`));
  await project.pulumi(["state", "delete", "--yes", "--stack", "test", project.resources()[0]?.urn ?? ""]);
  const run = await project.up();
  expect(run.stdout).toContain(id);
});
