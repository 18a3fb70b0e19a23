// `npm test [-- [--full] FILTER …]`: types, lint, unit and service tests, then the scenarios under the real engine; with --full, also those that
// take long. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBind } from "../test/verification/dns/install-bind.mjs";
import { run } from "./run.mjs";
import { runMain, say } from "./say.mjs";
import { setUp } from "./setup.mjs";

const CHECKS = {
  Types: ["tsc", "--noEmit"],
  "Types of the quickstart": ["tsc", "--noEmit", "--project", "examples/quickstart"],
  Lint: ["biome", "check", "--error-on-warnings"],
};
/** One after the other: a scenario wants the cores for itself. */
const PROJECTS = ["unit", "engine"];

const FULL = "--full";
const filters = process.argv.slice(2).filter((argument) => argument !== FULL);
const counts = { passed: 0, failed: 0 };
await runMain(testEverything);
if (process.exitCode !== 0 && counts.failed === 0) counts.failed = 1;
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);

async function testEverything() {
  const env = { ...(await setUp()), ...(process.argv.includes(FULL) && { FULL: "1" }) };
  installBind(say);
  if (filters.length === 0)
    for (const [name, command] of Object.entries(CHECKS)) await check(name, command, env);
  for (const project of PROJECTS) await runTests(project, env);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

async function check(name, [program, ...args], env) {
  say(`${name}: ${program} ${args.join(" ")}`);
  const code = await run(program, args, { env });
  count({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
}

async function runTests(project, env) {
  say(`Tests: ${project}`);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-tests-"));
  try {
    const report = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const selection = [
      "--project",
      project,
      ...(filters.length > 0 ? ["--passWithNoTests"] : []),
      ...filters,
    ];
    const code = await run("vitest", ["run", ...reporters, ...selection], { env });
    count(outcomeOf(report, code));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that cannot be loaded, an error outside a test and a run without a report are failures that no test counts. */
function outcomeOf(report, code) {
  const { numPassedTests: passed, numFailedTests, testResults } = readReport(report);
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.length,
  );
  const failed = numFailedTests + unloadable.length;
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

function count({ passed, failed }) {
  counts.passed += passed;
  counts.failed += failed;
}
