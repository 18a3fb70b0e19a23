// `npm start [-- [--python] up | preview | refresh | destroy]`, after the set-up: runs the quickstart under the real
// engine, against the stand-in service or, with IDM_BASE_URL, against a tenant.

import { runMain, say, UserError } from "./before-install/terminal.mjs";
import { pythonSetUp } from "./quickstart/python.ts";
import { report } from "./quickstart/report.ts";
import {
  isPython,
  isQuickstartCommand,
  type QuickstartCommand,
  QuickstartStack,
  stateFolder,
} from "./quickstart/stack.ts";
import { startStandIn } from "./quickstart/stand-in.ts";

await runMain(() => (process.env.IDM_BASE_URL ? againstTenant() : againstStandIn()));

async function againstStandIn(): Promise<number> {
  clearSettings();
  const language = await languageEnvironment();
  const service = await startStandIn();
  try {
    say(`The stand-in service runs at ${service.env.IDM_BASE_URL} and keeps its records in ${stateFolder}.`);
    return await runStack(new QuickstartStack("stand-in", { ...service.env, ...language }), [
      "--yes",
      "--skip-preview",
    ]);
  } finally {
    await service.stop();
  }
}

/** Removes the settings of a tenant, which would contradict those of the stand-in service. */
function clearSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith("IDM_")) delete process.env[name];
}

async function againstTenant(): Promise<number> {
  if (command() !== "preview") requireTerminal();
  say(`Running against the tenant at ${process.env.IDM_BASE_URL}.`);
  return runStack(new QuickstartStack("tenant", await languageEnvironment()), []);
}

/** What the program needs in its language, after a set-up where it is missing. */
async function languageEnvironment(): Promise<NodeJS.ProcessEnv> {
  // A wrong command is told before a long set-up.
  command();
  return isPython ? pythonSetUp() : {};
}

async function runStack(stack: QuickstartStack, confirmation: string[]): Promise<number> {
  await stack.select();
  const isPreview = command() === "preview";
  const code = await stack.run(command(), isPreview ? [] : confirmation);
  if (code === 0) report(command(), stack);
  return code;
}

function command(): QuickstartCommand {
  const [given = "up", ...others] = process.argv.slice(2).filter((argument) => argument !== "--python");
  if (isQuickstartCommand(given) && others.length === 0) return given;
  throw new UserError(
    "npm start has one of the commands up (the default), preview, refresh and destroy, and the flag --python, " +
      `not "${[given, ...others].join(" ")}".`,
  );
}

function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new UserError(
    "IDM_BASE_URL names a real tenant. You confirm its changes after a preview, but there is no terminal here. " +
      "Run npm start in a terminal, or npm start -- preview, which changes nothing. " +
      "Without IDM_BASE_URL, npm start uses a stand-in service.",
  );
}
