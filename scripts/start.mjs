// `npm start`: sets up what is missing, then runs the quickstart under the Node of this checkout.
import { runUnderOurNode } from "./run.mjs";
import { runMain } from "./say.mjs";
import { setUp } from "./setup.mjs";

await runMain(async () => runUnderOurNode("scripts/quickstart.ts", process.argv.slice(2), await setUp()));
