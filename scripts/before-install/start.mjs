// `npm start [-- COMMAND]`: sets up what is missing, then runs the quickstart.
import { findNode } from "./node.mjs";
import { run } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { runMain } from "./terminal.mjs";

await runMain(async () => {
  const env = await setUp();
  return run(findNode(), ["scripts/quickstart.ts", ...process.argv.slice(2)], { env });
});
