// Random programs, drift and faults under the real engine. After each step the service holds what the program declares.
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import {
  type DeclaredItems,
  disturb,
  expected,
  type ModelStep,
  modelStep,
  programFor,
  shown,
} from "./model-steps.ts";

const numRuns = process.env.FULL === "1" ? 100 : 20;
/** The title prints it. To repeat a failure: `MODEL_SEED=… npm test -- engine/model`. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

/** Runs `up` until it succeeds, at most four times: a run may fail under faults. */
async function upUntilDone(project: Project, flags: string[]): Promise<Run[]> {
  const runs: Run[] = [];
  do runs.push(await project.up(...flags));
  while (runs.at(-1)?.code !== 0 && runs.length < 4);
  return runs;
}

test(
  `${numRuns} random changes of the program each end with what it declares (seed ${seed})`,
  async () => {
    console.log(`MODEL_SEED=${seed}`);
    const service = await startService();
    onTestFinished(() => service.close());
    const event = service.tenant.addEvent();
    const env = { IDM_REQUEST_TIMEOUT_SECONDS: "2", IDM_RETRY_DEADLINE_SECONDS: "20" };
    const project = await newProject(service, "", { env });
    onTestFinished(() => project.remove());
    let runBefore: DeclaredItems["run"];
    let deliveries = 0;

    const property = fc.asyncProperty(modelStep, async (next: ModelStep) => {
      project.write(programFor(next.declared, event));
      disturb(service, next);
      const runs = await upUntilDone(project, next.drifts.length > 0 ? ["--refresh"] : []);
      service.faults.clear();
      expect(runs.at(-1)?.errors).toEqual([]);
      expect(runs.some(({ stdout }) => /unhandled ?rejection/i.test(stdout))).toBe(false);
      const items = expected(next.declared);
      expect(shown(service)).toMatchObject(items);
      expect(shown(service).length).toBe(items.length);
      const { run } = next.declared;
      if (run !== undefined && run !== runBefore) deliveries += 1;
      runBefore = run;
      expect(service.tenant.redeliveries.length).toBe(deliveries);
    });
    // Each step depends on the steps before, so that fast-check cannot shrink the list.
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
    expect(service.faults.met).toBeGreaterThan(0);
  },
  numRuns * 60_000,
);
