// npm run bench:profile [-- CONTENDER [PHASE]]: which packages take the time of the provider's process, with 110
// resources. Default `ours up`.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../scripts/before-install/setup.mjs";
import { measure } from "./measure.ts";
import { bundleBarePlugins } from "./plugins.ts";
import { timeByPackage } from "./profile-summary.ts";
import { scenarios } from "./scenarios.ts";

const [who = "ours", when = "up"] = process.argv.slice(2);
const [scenario] = scenarios;
const contender = scenario?.contenders.find((one) => one === who);
const phase = scenario?.phases.find((one) => one === when);
if (!scenario || !contender || !phase) {
  console.error(
    `There is no "${who} ${when}". Choose one of ${scenario?.contenders.join(", ")}, ` +
      `and one of ${scenario?.phases.join(", ")}.`,
  );
  process.exit(2);
}

await setUp();
await bundleBarePlugins();
const file = join(mkdtempSync(join(tmpdir(), "pulumi-idm-profile-")), `${contender}.cpuprofile`);
const preload = join(import.meta.dirname, "profile-preload.cjs");
const env = { NODE_OPTIONS: `--require ${preload}`, BENCH_PROFILE: file };
// The phases before are needed too. Each overwrites the profile of the one before.
const phases = scenario.phases.slice(0, scenario.phases.indexOf(phase) + 1);
await measure({ ...scenario, phases }, contender, env);

console.log("| Package | Own, ms | With what it calls, ms |\n| --- | --- | --- |");
for (const { name, ownMs, totalMs } of timeByPackage(JSON.parse(readFileSync(file, "utf8"))).slice(0, 15))
  console.log(`| ${name} | ${ownMs.toFixed(0)} | ${totalMs.toFixed(0)} |`);
console.log(`\nOpen the whole profile with the developer tools of a browser: ${file}`);
