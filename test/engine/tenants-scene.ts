import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { FleetResult } from "../../examples/fleet/src/results.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { newTenantsFolder, type TenantsFolder } from "./tenants-folder.ts";
import { TenantsProcess, type TenantsRun } from "./tenants-process.ts";

/** The example `fleet` in a folder of its own, with a list of tenants that are stand-in services. */
export interface TenantsScene {
  folder: string;
  services: Record<string, Service>;
  /** Runs `node fleet.ts` to its end. */
  run(...args: string[]): Promise<TenantsRun>;
  start(...args: string[]): TenantsProcess;
  /** As `start`, on a pseudo-terminal. */
  startOnTerminal(...args: string[]): TenantsProcess;
  /** Changes each entry of the list. */
  editList(change: (entry: object) => object): void;
  /** The results that the last run of a verb left beside the list. */
  results(verb: string): FleetResult;
  /** What Pulumi printed for a tenant. */
  log(verb: string, tenant: string): string;
}

/** A scene whose tenants have these services. It ends with the test. */
export async function tenantsSceneForTest(tenants: Record<string, ServiceOptions>): Promise<TenantsScene> {
  const started = Object.entries(tenants).map(async ([name, options]) => [
    name,
    await serviceForTest(options),
  ]);
  const services: Record<string, Service> = Object.fromEntries(await Promise.all(started));
  const made = await newTenantsFolder(services);
  onTestFinished(() => rmSync(made.folder, { recursive: true, force: true, maxRetries: 3 }));
  return sceneOf(made, services);
}

function sceneOf({ folder, env }: TenantsFolder, services: Record<string, Service>): TenantsScene {
  const launch = (command: string[], more: Record<string, string> = {}) => {
    const run = new TenantsProcess(command, { cwd: folder, env: { ...env, ...more } });
    onTestFinished(() => run.killAll());
    return run;
  };
  const start = (...args: string[]) => launch(["node", "fleet.ts", ...args]);
  const startOnTerminal = (...args: string[]) =>
    launch(["script", "-qefc", `node fleet.ts ${args.join(" ")}`, "/dev/null"], { TERM: "xterm" });
  return {
    folder,
    services,
    start,
    startOnTerminal,
    editList: (change) => {
      const file = join(folder, "tenants.yaml");
      const { tenants }: { tenants: object[] } = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ tenants: tenants.map(change) }));
    },
    run: (...args) => start(...args).done,
    results: (verb) => JSON.parse(readFileSync(join(folder, `tenants.${verb}-results.json`), "utf8")),
    log: (verb, tenant) => {
      const file = join(folder, "logs", verb, `${tenant}.log`);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    },
  };
}
