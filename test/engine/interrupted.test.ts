// Runs that are interrupted during their creates. Afterwards the service holds each declared item once.
import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type PulumiProcess, type Run } from "./harness.ts";
import { holdings, type LargeProgram, largeProgramOf } from "./large-program.ts";

interface Scene {
  service: Service;
  project: Project;
  large: LargeProgram;
  /** Starts an `up` and resolves while it creates the roles. */
  startCreating(): Promise<PulumiProcess>;
}

async function sceneForTest(roles = 50): Promise<Scene> {
  const service = await startService({ latencyMs: 400 });
  onTestFinished(() => service.close());
  const large = largeProgramOf(service, roles);
  const project = await newProject(service, large.program);
  onTestFinished(() => project.remove());
  const startCreating = async () => {
    // The same number at a time on every machine: rounds of eight leave seconds for the signal of the test.
    const run = project.start("up", "--parallel", "8");
    await run.until(() => service.tenant.roles.size >= 16, "16 roles at the service");
    return run;
  };
  return { service, project, large, startCreating };
}

/** Service and state hold exactly what the program declares, and one more `up` changes nothing. */
async function expectComplete({ service, project, large }: Scene): Promise<void> {
  expect(holdings(service)).toEqual(large.declared);
  expect(project.resources().length).toBe(large.declared.roles.length + 5);
  service.requests.reset();
  const again = await project.up();
  expect(again).toMatchObject({ code: 0, changes: { same: large.declared.roles.length + 6 } });
  expect(service.requests.api).toEqual([]);
  // The states have shown all ids.
  expect(existsSync(join(project.folder, "home", "idm-journal"))).toBe(false);
}

/** Runs `up`, and once more if it reports a redelivery of unknown outcome. Returns the run that succeeded. */
async function finish({ service, project }: Scene): Promise<Run> {
  const run = await project.up();
  if (run.code === 0) return run;
  expect(run.errors.join()).toContain("may have been accepted");
  expect(service.tenant.redeliveries.length).toBe(1);
  const next = await project.up();
  expect(next).toMatchObject({ code: 0, errors: [] });
  return next;
}

/** Number of pending operations in the state. */
function pendingOperations(project: Project): number {
  return JSON.parse(project.state()).checkpoint.latest.pending_operations?.length ?? 0;
}

/** Process ids of the providers whose journals exist. */
function providersWithJournal(project: Project): number[] {
  const files = globSync(join(project.folder, "home", "idm-journal", "*.log"));
  return files.map((file) => Number.parseInt(basename(file), 10));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("after Ctrl-C the run finishes the creates in flight, and the next up creates the rest", async () => {
  const scene = await sceneForTest();
  const { service, project, startCreating } = scene;
  const run = await startCreating();
  run.interrupt();
  const { code, stdout } = await run.done;
  expect(code).not.toBe(0);
  expect(stdout).toContain("update canceled");
  expect(service.tenant.roles.size).toBeLessThan(50);
  expect(pendingOperations(project)).toBe(0);
  expect(await project.up()).toMatchObject({ code: 0 });
  expect(service.requests.writes.filter(({ path }) => path === "/api/v2/roles").length).toBe(50);
  await expectComplete(scene);
});

test("a second Ctrl-C loses answers, and the next up adopts what was created", async () => {
  const scene = await sceneForTest();
  const { project, startCreating } = scene;
  const run = await startCreating();
  run.interrupt();
  await run.printed(/\^C received; cancelling/);
  run.interrupt();
  expect((await run.done).code).not.toBe(0);
  await project.cancel();
  await finish(scene);
  await expectComplete(scene);
});

test("a killed provider process fails the run, and the next up adopts what it had created", async () => {
  const scene = await sceneForTest();
  const run = await scene.startCreating();
  run.killProvider();
  expect((await run.done).code).not.toBe(0);
  expect(scene.service.tenant.roles.size).toBeLessThan(50);
  await finish(scene);
  await expectComplete(scene);
});

test("the provider of a killed engine exits, and after cancel, refresh and up each item exists once", async () => {
  const scene = await sceneForTest();
  const { service, project, startCreating } = scene;
  const run = await startCreating();
  const [provider = Number.NaN] = providersWithJournal(project);
  expect(isAlive(provider)).toBe(true);
  run.kill();
  await run.done;
  await expect.poll(() => isAlive(provider), { timeout: 60_000 }).toBe(false);
  expect(service.tenant.roles.size).toBeLessThan(50);
  await project.cancel();
  expect(await project.refresh("--clear-pending-creates")).toMatchObject({ code: 0 });
  expect(pendingOperations(project)).toBe(0);
  await finish(scene);
  await expectComplete(scene);
});

test("an interrupted redelivery is not sent again, and an error says so", async () => {
  const scene = await sceneForTest(4);
  const { service, project } = scene;
  service.faults.add({ kind: "no-answer-after", path: /redeliver/ });
  const run = project.start("up");
  await run.until(() => service.tenant.redeliveries.length === 1, "the redelivery at the service");
  const [provider = Number.NaN] = providersWithJournal(project);
  run.kill();
  await run.done;
  // The packaged plugin waits a moment for the answer.
  await expect.poll(() => isAlive(provider), { timeout: 60_000 }).toBe(false);
  await project.cancel();
  const reported = await project.up();
  expect(reported.code).not.toBe(0);
  expect(reported.errors.join()).toMatch(/EventRedelivery "redelivery": .*may have been accepted.*triggers/s);
  expect(await project.up()).toMatchObject({ code: 0 });
  await expectComplete(scene);
});

test("a create whose outcome is unknown after one run is settled by the next run", async () => {
  const scene = await sceneForTest(4);
  const { service, project } = scene;
  project.env.IDM_RETRY_DEADLINE_SECONDS = "4";
  service.faults.add({ kind: "status-after", status: 503, method: "POST", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 500, method: "GET", path: /\/roles$/, times: 1000 });
  const failed = await project.up();
  expect(failed.code).not.toBe(0);
  expect(failed.errors.join()).toMatch(
    /Role "role \d+": .*Run pulumi up again: it looks again before it creates one/s,
  );
  service.faults.clear();
  const run = await project.up();
  expect(run).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(
    /warning: Role "role \d+": an earlier run began its create .* rol_\w+ is adopted/,
  );
  await expectComplete(scene);
});
