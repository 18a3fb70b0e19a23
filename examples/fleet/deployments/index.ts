// The settings and schedules by which Pulumi Deployments runs each tenant's stack. One stack of this project is enough
// for all tenants.
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as cloud from "@pulumi/pulumiservice";
import { checkCredentials, credentialsOf, takeCredentials } from "../src/credentials.ts";
import { InputError } from "../src/input-error.ts";
import type { Tenant } from "../src/tenant.ts";
import { readTenantList } from "../src/tenant-list.ts";

const config = new pulumi.Config();
const organization = config.require("organization");
const repoUrl = config.require("repository");
const branch = config.get("branch") ?? "main";
const driftCron = config.get("driftCron") ?? "3 * * *";
const deleteAt = config.getObject<Record<string, string>>("deleteAt") ?? {};
const project = "fleet";

const tenants = readTenantList(process.env.FLEET_LIST ?? join(import.meta.dirname, "..", "tenants.yaml"));
const unknown = Object.keys(deleteAt).filter((name) => !tenants.some((tenant) => tenant.name === name));
if (unknown.length > 0) throw new InputError(`deleteAt: no tenant is named ${unknown.join(", ")}`);
checkCredentials(tenants, process.env);
const taken = takeCredentials(tenants, process.env);

for (const [index, tenant] of tenants.entries()) await declare(tenant, index % 60);

/** The settings of a tenant's stack, its drift schedule and, when configured, the time of its end. */
async function declare(tenant: Tenant, minute: number): Promise<void> {
  const { name } = tenant;
  const stack = { organization, project, stack: name };
  const settings = new cloud.DeploymentSettings(name, {
    ...stack,
    sourceContext: { git: { repoUrl, branch, repoDir: "." } },
    operationContext: {
      environmentVariables: await environmentOf(tenant),
      preRunCommands: [
        `pulumi config set --stack ${organization}/${project}/${name} domain ${tenant.domain}`,
      ],
    },
  });
  const after = { dependsOn: settings };
  new cloud.DriftSchedule(name, { ...stack, scheduleCron: `${minute} ${driftCron}` }, after);
  const timestamp = deleteAt[name];
  if (timestamp) new cloud.TtlSchedule(name, { ...stack, timestamp, deleteAfterDestroy: true }, after);
}

/** The settings of the provider. Credentials are secrets. */
async function environmentOf(tenant: Tenant): Promise<Record<string, pulumi.Input<string>>> {
  const credentials = Object.entries(await credentialsOf(tenant, taken));
  return {
    IDM_BASE_URL: tenant.baseUrl,
    ...(tenant.authUrl && { IDM_AUTH_URL: tenant.authUrl }),
    ...Object.fromEntries(credentials.map(([variable, value]) => [variable, pulumi.secret(value)])),
  };
}
