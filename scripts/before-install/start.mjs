// `npm start [-- COMMAND]`: sets up what is missing, then runs the quickstart.
import { requireKnownFlags } from "./flags.mjs";
import { findNode } from "./node.mjs";
import { run } from "./run.mjs";
import { setUp } from "./setup.mjs";
import { runMain } from "./terminal.mjs";

const help = `Usage: npm start [-- [--python] COMMAND]

Runs the quickstart of examples/ under the real Pulumi engine, against a stand-in service.

  up        Creates what the program declares. The default.
  preview   Shows what would change.
  refresh   Reads what exists at the service.
  destroy   Deletes what the program has created.

  --python  Runs the Python program, examples/quickstart-python.

With IDM_BASE_URL and credentials, it runs against this tenant, and asks before it changes anything.`;

const args = process.argv.slice(2);

await runMain(async () => {
  if (args.includes("--help") || args.includes("-h")) return console.log(help);
  requireKnownFlags(args, ["--python"], help);
  const env = await setUp();
  return run(findNode(), ["scripts/quickstart.ts", ...args], { env });
});
