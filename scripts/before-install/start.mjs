// `npm start [-- COMMAND]`: sets up what is missing, then runs the quickstart.
import { runUnderOurNode } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { runMain } from "./terminal.mjs";

await runMain(async () => runUnderOurNode("scripts/quickstart.ts", process.argv.slice(2), await setUp()));
