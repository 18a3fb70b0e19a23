// `npm test [-- [--full] FILTER …]`: sets up what is missing, then runs scripts/test.ts, which says what it tests.
import { requireKnownFlags } from "./flags.mjs";
import { findNode } from "./node.mjs";
import { run } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { runMain } from "./terminal.mjs";

const usage = `Usage: npm test [-- [--full] FILTER …]

Runs the tests whose files have a FILTER in their path, else all tests and checks. With --full also those that take long.
"npx vitest run" takes the flags of Vitest.`;

const args = process.argv.slice(2);

let isSetUp = false;
await runMain(async () => {
  requireKnownFlags(args, ["--full"], usage);
  const env = await setUp();
  isSetUp = true;
  return run(findNode(), ["scripts/test.ts", ...args], { env });
});
// The last line is always `N passed, N failed`. scripts/test.ts prints it when it runs.
if (!isSetUp) console.log("\n0 passed, 1 failed");
