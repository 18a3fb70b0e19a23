import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { FleetResult } from "../../examples/fleet/src/results.ts";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { isolatedEnvironment } from "./harness.ts";
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
  /** The results that the last run of a verb left beside the list. */
  results(verb: string): FleetResult;
  /** What Pulumi printed for a tenant. */
  log(verb: string, tenant: string): string;
}

/** A scene whose tenants have these services. It ends with the test. */
export async function tenantsSceneForTest(tenants: Record<string, ServiceOptions>): Promise<TenantsScene> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-fleet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const generated = /[/\\](node_modules|logs|deployments|Pulumi\.[^/\\]+\.yaml|[^/\\]+-results\.json)$/;
  cpSync(join(checkout, "examples", "fleet"), folder, {
    recursive: true,
    filter: (path) => !generated.test(path.slice(checkout.length)),
  });
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "state"));
  const names = Object.keys(tenants);
  const started = await Promise.all(
    names.map(async (name) => [name, await serviceForTest(tenants[name])] as const),
  );
  const services = Object.fromEntries(started);
  writeFileSync(join(folder, "tenants.yaml"), JSON.stringify({ tenants: started.map(entryOf) }, null, 2));
  const env = {
    ...(await isolatedEnvironment(folder)),
    ...Object.fromEntries(started.flatMap(credentialsOf)),
  };
  return sceneOf(folder, services, env);
}

function entryOf([name, { baseUrl, authUrl }]: readonly [string, Service]): object {
  const source = (kind: string) => ({ env: `${name.toUpperCase()}_${kind}` });
  const credentials = { clientId: source("ID"), clientSecret: source("SECRET") };
  return { name, baseUrl, authUrl, domain: `login.${name}.example`, credentials };
}

function credentialsOf([name, { client }]: readonly [string, Service]): [string, string][] {
  return [
    [`${name.toUpperCase()}_ID`, client.id],
    [`${name.toUpperCase()}_SECRET`, client.secret],
  ];
}

function sceneOf(
  folder: string,
  services: Record<string, Service>,
  env: Record<string, string | undefined>,
): TenantsScene {
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
    run: (...args) => start(...args).done,
    results: (verb) => JSON.parse(readFileSync(join(folder, `tenants.${verb}-results.json`), "utf8")),
    log: (verb, tenant) => {
      const file = join(folder, "logs", verb, `${tenant}.log`);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    },
  };
}
