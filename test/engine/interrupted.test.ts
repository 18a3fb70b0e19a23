// Runs that are cut off in the middle of their creates: afterwards the service holds what is declared, each once.
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { type Fleet, fleetOf, holdings } from "./fleet.ts";
import { newProject, type Project, type PulumiProcess, type Run } from "./harness.ts";

interface Scene {
  service: Service;
  project: Project;
  fleet: Fleet;
  /** An `up` whose creates are under way. */
  midway(): Promise<PulumiProcess>;
}

async function sceneForTest(roles = 50): Promise<Scene> {
  const service = await startService({ latencyMs: 200 });
  onTestFinished(() => service.close());
  const fleet = fleetOf(service, roles);
  const project = await newProject(service, fleet.program);
  onTestFinished(() => project.remove());
  const midway = async () => {
    const run = project.start("up");
    await run.until(() => service.tenant.roles.size >= 20, "20 roles at the service");
    return run;
  };
  return { service, project, fleet, midway };
}

/** All that is declared is there and in the state, and nothing else; one more `up` has nothing to do. */
async function expectWhole({ service, project, fleet }: Scene): Promise<void> {
  expect(holdings(service)).toEqual(fleet.declared);
  expect(project.resources().length).toBe(fleet.declared.roles.length + 5);
  service.requests.reset();
  const again = await project.up();
  expect(again).toMatchObject({ code: 0, changes: { same: fleet.declared.roles.length + 6 } });
  expect(service.requests.api).toEqual([]);
}

/** Goes on, once more where the run has told that a redelivery may have been accepted; answers the warnings that were told. */
async function goOn({ service, project }: Scene): Promise<Run> {
  const run = await project.up();
  if (run.code === 0) return run;
  expect(run.errors.join()).toContain("may have been accepted");
  expect(service.tenant.redeliveries.length).toBe(1);
  const next = await project.up();
  expect(next).toMatchObject({ code: 0, errors: [] });
  return next;
}

function pending(project: Project): number {
  return JSON.parse(project.state()).checkpoint.latest.pending_operations?.length ?? 0;
}

/** The numbers of provider processes that left a journal. */
function journalled(project: Project): number[] {
  const files = globSync(join(project.folder, "home", "idm-journal", "*", "*.log"));
  return files.map((file) => Number.parseInt(basename(file), 10));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("Ctrl-C lets what is in flight finish, and the next up makes the rest", async () => {
  const scene = await sceneForTest();
  const { service, project, midway } = scene;
  const run = await midway();
  run.interrupt();
  const { code, stdout } = await run.done;
  expect(code).not.toBe(0);
  expect(stdout).toContain("update canceled");
  expect(service.tenant.roles.size).toBeLessThan(50);
  expect(pending(project)).toBe(0);
  expect(journalled(project)).toEqual([]);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(service.requests.writes.filter(({ path }) => path === "/api/v2/roles").length).toBe(50);
  await expectWhole(scene);
});

test("a second Ctrl-C loses answers, and the next up takes over what they told of", async () => {
  const scene = await sceneForTest();
  const { project, midway } = scene;
  const run = await midway();
  run.interrupt();
  await sleep(50);
  run.interrupt();
  expect((await run.done).code).not.toBe(0);
  await project.cancel();
  await goOn(scene);
  await expectWhole(scene);
  expect(journalled(project)).toEqual([]);
});

test("a killed provider process fails the run, and the next up takes over what it had made", async () => {
  const scene = await sceneForTest();
  const run = await scene.midway();
  run.killProvider();
  expect((await run.done).code).not.toBe(0);
  expect(scene.service.tenant.roles.size).toBeLessThan(50);
  await goOn(scene);
  await expectWhole(scene);
});

test("the provider process of a killed engine ends by itself, and after cancel, refresh and up all is there once", async () => {
  const scene = await sceneForTest();
  const { service, project, midway } = scene;
  const run = await midway();
  const [provider = Number.NaN] = journalled(project);
  expect(isAlive(provider)).toBe(true);
  run.kill();
  await run.done;
  await expect.poll(() => isAlive(provider), { timeout: 10_000 }).toBe(false);
  expect(service.tenant.roles.size).toBeLessThan(50);
  await project.cancel();
  expect(await project.refresh("--clear-pending-creates")).toMatchObject({ code: 0 });
  expect(pending(project)).toBe(0);
  await goOn(scene);
  await expectWhole(scene);
});

test("a redelivery that was cut off is not sent again, and that is told", async () => {
  const scene = await sceneForTest(4);
  const { service, project } = scene;
  service.faults.add({ kind: "no-answer-after", path: /redeliver/ });
  const run = project.start("up");
  await run.until(() => service.tenant.redeliveries.length === 1, "the redelivery at the service");
  run.kill();
  await run.done;
  await project.cancel();
  const told = await project.up();
  expect(told.code).not.toBe(0);
  expect(told.errors.join()).toMatch(/EventRedelivery "evt_\w+": .*may have been accepted.*triggers/s);
  expect(await project.up()).toMatchObject({ code: 0 });
  await expectWhole(scene);
});

test("a create whose outcome one run cannot learn is settled by the next", async () => {
  const scene = await sceneForTest(4);
  const { service, project } = scene;
  project.env.IDM_RETRY_DEADLINE_SECONDS = "4";
  service.faults.add({ kind: "status-after", status: 503, method: "POST", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 500, method: "GET", path: /\/roles$/, times: 1000 });
  const failed = await project.up();
  expect(failed.code).not.toBe(0);
  expect(failed.errors.join()).toMatch(
    /Role "role \d+": .*Check at the service whether a role with the name/s,
  );
  service.faults.clear();
  const run = await project.up();
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(
    /warning: Role "role \d+": an earlier run was cut off .* rol_\w+ .* is taken over/,
  );
  await expectWhole(scene);
});
