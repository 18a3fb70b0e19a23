// `npm test [-- [--full] FILTER …]`, after the set-up: types, lint, unit and service tests, then the scenarios under
// the real engine; with --full also those that take long. The last line is `N passed, N failed`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { provideChromium } from "../test/site/install-chromium.ts";
import { provideBind, thisMachine } from "../test/verification/dns/install-bind.ts";
import { run } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { whyNoPython } from "./languages/python.ts";
import { availableLinters } from "./linters/tools.ts";
import { readTestResult, type TestResult } from "./test-report.ts";

/** Scripts of package.json, each counted as one test. */
const checks = ["check:types", "check:examples", "check:imports", "check:lint", "check:docs"];
/** One after the other, because a scenario under the engine uses all cores. */
const projects = ["unit", "engine"];

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== "--full");
const env = args.includes("--full") ? { ...process.env, FULL: "1" } : process.env;
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
/** Lines that say what was left out. */
const skipped = [provideBind(), provideChromium({ ...thisMachine, env }), whyPythonIsSkipped()];
await runMain(testEverything);
// At the end, where nobody overlooks it.
for (const line of skipped) if (line !== undefined) say(line);
if (process.exitCode !== 0 && total.failed === 0) total.failed = 1;
for (const failure of failures) say(`Failed: ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);

function whyPythonIsSkipped(): string | undefined {
  const reason = whyNoPython();
  return reason && `The tests of programs in Python are skipped. ${reason}`;
}

async function testEverything(): Promise<number> {
  if (filters.length === 0) {
    for (const name of checks) add(await check(name));
    await checkWorkflows();
  }
  for (const project of projects) add(await runTests(project));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function add(result: TestResult): void {
  total.passed += result.passed;
  total.failed += result.failed;
  failures.push(...result.failures);
}

/** With the linters that this machine can have. */
async function checkWorkflows(): Promise<void> {
  const { available, reason } = await availableLinters();
  skipped.push(reason);
  if (available.length > 0) add(await check("check:workflows", available));
}

async function check(script: string, flags: readonly string[] = []): Promise<TestResult> {
  say(`npm run ${script}`);
  const code = await run("npm", ["run", "--silent", script, "--", ...flags], { env });
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`npm run ${script}`] };
}

async function runTests(project: string): Promise<TestResult> {
  say(`Tests: ${project}`);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-tests-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const selection = filters.length > 0 ? ["--passWithNoTests", ...filters] : [];
    const code = await run("vitest", ["run", ...reporters, "--project", project, ...selection], { env });
    return readTestResult(file, code, process.cwd());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
