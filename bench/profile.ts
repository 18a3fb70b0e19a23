// npm run bench:profile [-- floor | ours | ordinary]: where the provider's process spends its time while 110 resources go up.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../scripts/setup.mjs";
import { measure } from "./measure.ts";
import { sharesOf } from "./profile-summary.ts";
import { type Contender, scenarios } from "./scenarios.ts";

const [contender = "ours"] = process.argv.slice(2) as Contender[];
const [scenario] = scenarios;
if (!scenario) throw new Error("there is no scenario to profile");

await setUp();
const file = join(mkdtempSync(join(tmpdir(), "pulumi-idm-profile-")), `${contender}.cpuprofile`);
const preload = join(import.meta.dirname, "profile-preload.cjs");
const env = { NODE_OPTIONS: `--require ${preload}`, BENCH_PROFILE: file };
await measure({ ...scenario, phases: ["up"] }, contender, env);

console.log("| Package | Own, ms | With what it calls, ms |\n| --- | --- | --- |");
for (const { name, ownMs, totalMs } of sharesOf(JSON.parse(readFileSync(file, "utf8"))).slice(0, 15))
  console.log(`| ${name} | ${ownMs.toFixed(0)} | ${totalMs.toFixed(0)} |`);
console.log(`\nThe whole profile, for the developer tools of a browser: ${file}`);
