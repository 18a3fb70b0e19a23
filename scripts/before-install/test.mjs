// `npm test [-- [--full] FILTER …]`: sets up what is missing, then runs scripts/test.ts, which says what it tests.
import { findNode } from "./node.mjs";
import { run } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { runMain } from "./terminal.mjs";

let isSetUp = false;
await runMain(async () => {
  const env = await setUp();
  isSetUp = true;
  return run(findNode(), ["scripts/test.ts", ...process.argv.slice(2)], { env });
});
// The last line is always `N passed, N failed`. scripts/test.ts prints it when it runs.
if (!isSetUp) console.log("\n0 passed, 1 failed");
