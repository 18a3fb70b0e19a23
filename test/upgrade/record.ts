// `npm run upgrade:record` keeps the stacks that this version writes under both hosts. Each release has its own, which
// later versions never change.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";
import { setUp } from "../../scripts/before-install/setup.mjs";
import { runMain, say, UserError } from "../../scripts/before-install/terminal.mjs";
import { commandLine } from "../../scripts/command-line.ts";
import { newProject, type Project } from "../engine/harness.ts";
import type { Host } from "../engine/plugin-host.ts";
import { startService } from "../service/service.ts";
import type { Tenant } from "../service/tenant.ts";
import { fileOf, type KeptStack, sourceOf, writeKept } from "./kept-stack.ts";
import { event, prepareTenant, recordedProgram } from "./recorded-program.ts";

commandLine("Usage: npm run upgrade:record", {});
await runMain(async () => {
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  requireUnreleased(version);
  await setUp();
  for (const host of ["dynamic", "plugin"] as const) {
    await record(version, host);
    say(`Written: ${fileOf({ version, host })}`);
  }
});

function requireUnreleased(version: string): void {
  const tag = execFileSync("git", ["tag", "--list", `v${version}`], { cwd: checkout, encoding: "utf8" });
  if (tag.trim() !== "")
    throw new UserError(
      `Version ${version} is released: what it wrote does not change. Set the next version.`,
    );
}

async function record(version: string, host: Host): Promise<void> {
  const service = await startService();
  const project = await newProject(service, sourceOf(recordedProgram), { host });
  try {
    service.tenant.addEvent(event.eventStreamId, event.eventId);
    prepareTenant(service.tenant);
    const { code, stdout, stderr } = await project.up();
    if (code !== 0) throw new Error(stdout + stderr);
    writeKept({ version, host }, await keptStack(project, service.tenant), service);
  } finally {
    await project.remove();
    await service.close();
  }
}

async function keptStack(project: Project, tenant: Tenant): Promise<KeptStack> {
  const { stdout } = await project.pulumi(["stack", "export", "--stack", "test", "--show-secrets"]);
  return {
    program: recordedProgram,
    // Names the passphrase of the tests as the key, with which the engine encrypts again what is shown here.
    stack: JSON.parse(stdout, withoutPaths),
    roles: [...tenant.roles.values()],
    domains: [...tenant.domains.values()],
    templates: [...tenant.templates.values()],
    redeliveries: tenant.redeliveries,
  };
}

/** Removes the places of declarations, because they contain paths of the machine. */
function withoutPaths(key: string, value: unknown): unknown {
  return key === "sourcePosition" || key === "stackTrace" ? undefined : value;
}
