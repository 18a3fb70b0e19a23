import fc from "fast-check";
import { expect, test } from "vitest";
import type { ServiceOptions } from "../service/options.ts";
import { ModelRun, type Services, startServices } from "./model-run.ts";
import { steps } from "./programs.ts";

const runs = Number(process.env.MODEL_RUNS || (process.env.FULL === "1" ? 1000 : 200));
/** The title prints it. To repeat a failure: `MODEL_SEED=… MODEL_RUNS=… npx vitest run test/model`. */
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

/** Number of lists that answered reads, in all runs. */
let listsRead = 0;

/** Number of runs at a time, each with a service of its own. A run mostly waits, because of its faults. */
const lanes = Math.min(60, runs);

test(`after every step of ${runs} random runs the service equals what is declared (seed ${seed})`, {
  timeout: 60_000 + runs * 5_000,
}, async () => {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  expect(listsRead).toBeGreaterThan(runs);
});

/** How the services of the lanes list their items. */
const listings: readonly ServiceOptions[] = [
  {},
  { listShape: "paged", pageSize: 2 },
  { listShape: "next", pageSize: 2 },
  { pageSize: 2, refusedListParameters: ["per_page", "include_totals"] },
  { listedItem: unlessFiltered(({ description: _, ...item }) => item) },
  { listedItem: unlessFiltered((item) => ({ ...item, description: String(item.description).slice(0, 2) })) },
];

/** Look-ups of roles have a filter: what they cannot find is not what this test is about. */
function unlessFiltered(change: (item: Record<string, unknown>) => object): ServiceOptions["listedItem"] {
  return (item, query) => ("description" in item && query.name_filter === undefined ? change(item) : item);
}

async function runLane(lane: number): Promise<void> {
  const services = await startServices(listings[lane % listings.length]);
  try {
    const numRuns = Math.ceil((runs - lane) / lanes);
    // MODEL_SHRINK=1 looks for the shortest run that fails, which takes minutes.
    const endOnFailure = process.env.MODEL_SHRINK !== "1";
    await fc.assert(property(services), { numRuns, seed: seed + lane, endOnFailure });
  } finally {
    await Promise.all([services.service.close(), services.other.close()]);
  }
}

function property(services: Services) {
  return fc.asyncProperty(steps, async (run) => {
    const world = await ModelRun.open(services);
    try {
      for (const step of run) await world.step(step);
      await world.destroy();
      listsRead += world.listsRead;
    } finally {
      await world.close();
    }
  });
}
