// `npm start [-- up | preview | refresh | destroy]`: the root Pulumi.yaml under the real engine, against the stand-in service or a tenant.

import { runMain, say, UserError } from "./before-install/terminal.mjs";
import { report } from "./quickstart/report.ts";
import { type Command, isCommand, Stack, stateFolder } from "./quickstart/stack.ts";
import { startStandIn } from "./quickstart/stand-in.ts";

await runMain(() => (process.env.IDM_BASE_URL ? againstTenant() : againstStandIn()));

async function againstStandIn(): Promise<number> {
  forgetTenant();
  const service = await startStandIn();
  try {
    say(
      `The stand-in service answers at ${service.env.IDM_BASE_URL}; it keeps its records in ${stateFolder}.`,
    );
    return await runStack(new Stack("stand-in", service.env), ["--yes", "--skip-preview"]);
  } finally {
    await service.stop();
  }
}

/** A leftover token or limit of another tenant would contradict the stand-in's own settings. */
function forgetTenant(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("IDM_")) delete process.env[name];
}

async function againstTenant(): Promise<number> {
  if (command() !== "preview") requireTerminal();
  say(`Running against the tenant at ${process.env.IDM_BASE_URL}.`);
  return runStack(new Stack("tenant", {}), []);
}

async function runStack(stack: Stack, confirmation: string[]): Promise<number> {
  await stack.select();
  const isPreview = command() === "preview";
  const code = await stack.run(command(), isPreview ? [] : confirmation);
  if (code === 0) report(command(), stack);
  return code;
}

function command(): Command {
  const [given = "up"] = process.argv.slice(2);
  if (isCommand(given)) return given;
  throw new UserError(`npm start knows up (the default), preview, refresh and destroy, not "${given}".`);
}

function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new UserError(
    "IDM_BASE_URL names a real tenant, where changes are previewed and confirmed first, and there is no terminal to ask at. " +
      "Run npm start in a terminal, or npm start -- preview to look without changing anything; " +
      "without IDM_BASE_URL it runs against a stand-in service.",
  );
}
