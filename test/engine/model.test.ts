// Random programs, drift and faults under the real engine. After each step the service holds what the program declares.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelScene } from "./model-scene.ts";
import { modelStep } from "./model-steps.ts";

/** A program takes some five runs of the engine: ten seconds on two idle cores. */
const numRuns = Number(process.env.ENGINE_MODEL_RUNS || (process.env.FULL === "1" ? 15 : 6));
/** The title prints it. To repeat a failure: `MODEL_SEED=… npm test -- engine/model`. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

test(
  `${numRuns} random changes of the program each end with what it declares (seed ${seed})`,
  async () => {
    const scene = await ModelScene.open();
    const property = fc.asyncProperty(modelStep, (step) => scene.step(step));
    // Each step depends on the steps before, so that fast-check cannot shrink the list.
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
    await scene.destroy();
    expect(scene.faultsMet).toBeGreaterThan(0);
  },
  (numRuns + 1) * 120_000,
);
