// npm run bench [-- --quick | --full] [--only ID …] [--no-plot]: how long runs of the engine take with this provider,
// compared with a provider that only waits and with other providers.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setUp } from "../scripts/before-install/setup.mjs";
import { say } from "../scripts/before-install/terminal.mjs";
import { commandLine, refuse } from "../scripts/command-line.ts";
import { busyWarning, machine } from "./machine.ts";
import { type Measurement, measure } from "./measure.ts";
import { plot } from "./plot.ts";
import { bundleBarePlugins } from "./plugins.ts";
import { type Effort, type Scenario, scenarios } from "./scenarios.ts";
import { rowsOf, tableOf } from "./table.ts";

const usage = `Usage: npm run bench [-- [--quick | --full] [--only ID …] [--no-plot]]

Each ID is one of ${scenarios.map(({ id }) => id).join(", ")}.`;
const { values: flags } = commandLine(usage, {
  options: {
    quick: { type: "boolean" },
    full: { type: "boolean" },
    only: { type: "string", multiple: true },
    "no-plot": { type: "boolean" },
  },
});
const effort: Effort = flags.quick ? "quick" : flags.full ? "full" : "usual";
/** An id, or its first word: `refresh` for `refresh-20` and the others. */
const isMeant = (only: string, { id }: Scenario) => id === only || id.startsWith(`${only}-`);
const unknown = flags.only?.filter((only) => !scenarios.some((scenario) => isMeant(only, scenario))) ?? [];
if (unknown.length > 0) refuse(`There is no scenario ${unknown.join(", ")}.`, usage);
const chosen = scenarios.filter(
  (scenario) => scenario.runs[effort] > 0 && (flags.only?.some((only) => isMeant(only, scenario)) ?? true),
);

await setUp();
await bundleBarePlugins();
console.log(`${await machine()}; medians.`);
const warning = busyWarning();
if (warning) say(warning);
const results = [];
for (const scenario of chosen) {
  const rows = rowsOf(scenario, await allRuns(scenario));
  console.log(`\n### ${scenario.title}, ${scenario.runs[effort]} × each\n\n${tableOf(rows)}`);
  results.push({ scenario, rows });
}
if (!flags["no-plot"] && flags.only === undefined)
  writeFileSync(fileURLToPath(new URL("../docs/performance.svg", import.meta.url)), plot(results));

/** The contenders take turns, so that other load of the machine affects all of them. */
async function allRuns(scenario: Scenario): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (let run = 1; run <= scenario.runs[effort]; run++) {
    for (const contender of scenario.contenders) {
      say(`${scenario.id}, run ${run} of ${scenario.runs[effort]}: ${contender}.`);
      measurements.push(...(await measure(scenario, contender)));
    }
  }
  return measurements;
}
