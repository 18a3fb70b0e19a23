import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { Service } from "../service/service.ts";
import { isolatedEnvironment } from "./harness.ts";

/** A copy of the example `fleet`, whose list has a tenant for each service, and the environment to run it in. */
export interface TenantsFolder {
  folder: string;
  env: Record<string, string | undefined>;
}

/** Makes the copy in a temporary folder. */
export async function newTenantsFolder(services: Record<string, Service>): Promise<TenantsFolder> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-fleet-"));
  const generated = /[/\\](node_modules|logs|deployments|Pulumi\.[^/\\]+\.yaml|[^/\\]+-results\.json)$/;
  cpSync(join(checkout, "examples", "fleet"), folder, {
    recursive: true,
    filter: (path) => !generated.test(path.slice(checkout.length)),
  });
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "state"));
  const entries = Object.entries(services);
  writeFileSync(
    join(folder, "tenants.yaml"),
    JSON.stringify({ tenants: entries.map(([name, service]) => entryOf(name, service)) }, null, 2),
  );
  const credentials = entries.flatMap(([name, { client }]) => [
    [variableOf(name, "ID"), client.id],
    [variableOf(name, "SECRET"), client.secret],
  ]);
  return { folder, env: { ...(await isolatedEnvironment(folder)), ...Object.fromEntries(credentials) } };
}

function entryOf(name: string, { baseUrl, authUrl }: Service): object {
  const source = (kind: string) => ({ env: variableOf(name, kind) });
  const credentials = { clientId: source("ID"), clientSecret: source("SECRET") };
  return { name, baseUrl, authUrl, domain: `login.${name}.example`, credentials };
}

function variableOf(name: string, kind: string): string {
  return `${name.toUpperCase()}_${kind}`;
}
