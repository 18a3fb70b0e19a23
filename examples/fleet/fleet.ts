// Runs a Pulumi program for many tenants: `node fleet.ts up tenants.yaml`.
import { parseCommandLine, usage } from "./src/command-line.ts";
import { InputError } from "./src/input-error.ts";
import { inOwnSession } from "./src/own-session.ts";
import { runFleet } from "./src/run-fleet.ts";

await inOwnSession(async (signal) => {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(usage);
    return 0;
  }
  try {
    return await runFleet(parseCommandLine(args), signal);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    return 2;
  }
});
