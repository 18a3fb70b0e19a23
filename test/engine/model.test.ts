// Random programs, drift and faults under the real engine: after each step the service holds what is declared.
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { type Declared, disturb, programFor, type Step, shown, step, wanted } from "./model-steps.ts";

const numRuns = process.env.FULL === "1" ? 100 : 20;
/** Printed, so that a failure can be run again: `MODEL_SEED=… npm test -- engine/model`. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

/** Under faults a run may fail; the user runs it again. */
async function upUntilDone(project: Project, flags: string[]): Promise<Run[]> {
  const runs: Run[] = [];
  do runs.push(await project.up(...flags));
  while (runs.at(-1)?.code !== 0 && runs.length < 4);
  return runs;
}

test(
  `${numRuns} random steps from program to program end with what is declared (seed ${seed})`,
  async () => {
    console.log(`seed ${seed}`);
    const service = await startService();
    onTestFinished(() => service.close());
    const event = service.tenant.addEvent();
    const env = { IDM_REQUEST_TIMEOUT_SECONDS: "2", IDM_RETRY_DEADLINE_SECONDS: "20" };
    const project = await newProject(service, "", { env });
    onTestFinished(() => project.remove());
    let before: Declared["run"];
    let deliveries = 0;

    const property = fc.asyncProperty(step, async (next: Step) => {
      project.write(programFor(next.declared, event));
      disturb(service, next);
      const runs = await upUntilDone(project, next.drifts.length > 0 ? ["--refresh"] : []);
      service.faults.clear();
      expect(runs.at(-1)?.errors).toEqual([]);
      expect(runs.some(({ stdout }) => /unhandled ?rejection/i.test(stdout))).toBe(false);
      const expected = wanted(next.declared);
      expect(shown(service)).toMatchObject(expected);
      expect(shown(service).length).toBe(expected.length);
      const { run } = next.declared;
      if (run !== undefined && run !== before) deliveries += 1;
      before = run;
      expect(service.tenant.redeliveries.length).toBe(deliveries);
    });
    // Each step goes on from the one before: a shorter list of steps would be another story.
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
    expect(service.faults.met).toBeGreaterThan(0);
  },
  numRuns * 60_000,
);
