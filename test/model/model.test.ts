import fc from "fast-check";
import { test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { ModelRun } from "./model-run.ts";
import { steps } from "./programs.ts";

const runs = Number(process.env.MODEL_RUNS ?? 500);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

/** Number of runs at a time, each with a service of its own. A run mostly waits, because of its faults. */
const lanes = Math.min(20, runs);

test(`after every step of ${runs} random runs the service equals what is declared`, {
  timeout: 600_000,
}, async () => {
  console.log(`model test: MODEL_SEED=${seed} MODEL_RUNS=${runs}`);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
});

async function runLane(lane: number): Promise<void> {
  const service = await startService();
  try {
    const numRuns = Math.ceil((runs - lane) / lanes);
    await fc.assert(property(service), { numRuns, seed: seed + lane });
  } finally {
    await service.close();
  }
}

function property(service: Service) {
  return fc.asyncProperty(steps, async (run) => {
    const world = await ModelRun.open(service);
    try {
      for (const step of run) await world.step(step);
    } finally {
      await world.close();
    }
  });
}
