// `npm test [-- [--full] FILTER …]`, after the set-up: types, lint, unit and service tests, then the scenarios under
// the real engine; with --full also those that take long. The last line is `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { provideChromium } from "../test/site/install-chromium.ts";
import { provideBind, thisMachine } from "../test/verification/dns/install-bind.ts";
import { run } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { whyNoPython } from "./languages/python.ts";
import { availableLinters } from "./linters/tools.ts";

interface Counts {
  passed: number;
  failed: number;
}

/** What this script reads of Vitest's JSON report. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Scripts of package.json, each counted as one test. */
const checks = ["check:types", "check:examples", "check:imports", "check:lint", "check:docs"];
/** One after the other, because a scenario under the engine uses all cores. */
const projects = ["unit", "engine"];

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== "--full");
const env = args.includes("--full") ? { ...process.env, FULL: "1" } : process.env;
const total: Counts = { passed: 0, failed: 0 };
/** Lines that say what was left out. */
const skipped = [provideBind(), provideChromium({ ...thisMachine, env }), whyPythonIsSkipped()];
await runMain(testEverything);
// At the end, where nobody overlooks it.
for (const line of skipped) if (line !== undefined) say(line);
if (process.exitCode !== 0 && total.failed === 0) total.failed = 1;
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

function add({ passed, failed }: Counts): void {
  total.passed += passed;
  total.failed += failed;
}

/** With the linters that this machine can have. */
async function checkWorkflows(): Promise<void> {
  const { available, reason } = await availableLinters();
  skipped.push(reason);
  if (available.length > 0) add(await check("check:workflows", available));
}

async function check(script: string, flags: readonly string[] = []): Promise<Counts> {
  say(`npm run ${script}`);
  const code = await run("npm", ["run", "--silent", script, "--", ...flags], { env });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runTests(project: string): Promise<Counts> {
  say(`Tests: ${project}`);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-tests-"));
  try {
    const file = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const selection = filters.length > 0 ? ["--passWithNoTests", ...filters] : [];
    const code = await run("vitest", ["run", ...reporters, "--project", project, ...selection], { env });
    return countsOf(readReport(file), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Also counts failures outside of tests: a file that does not load, an uncaught error, a missing report. */
function countsOf(
  { numPassedTests: passed, numFailedTests, testResults }: VitestReport,
  code: number,
): Counts {
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = numFailedTests + notLoaded.length;
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file: string): VitestReport {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
