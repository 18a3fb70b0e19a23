import type { ConfigMap, Stack } from "@pulumi/pulumi/automation/index.js";
import type { Tenant } from "./tenant.ts";
import { normalizedAddress } from "./tenant-rules.ts";

const namespace = "idm:";

/** The stack's configuration: what of the tenant is no credential. */
function configOf({ domain, baseUrl, authUrl }: Tenant, project: string): ConfigMap {
  return {
    [`${project}:domain`]: { value: domain },
    "idm:baseUrl": { value: baseUrl },
    ...(authUrl && { "idm:authUrl": { value: authUrl } }),
  };
}

/** What of a stack is used here. */
export interface Configurable extends Pick<Stack, "getAllConfig" | "removeAllConfig" | "setAllConfig"> {
  workspace: Pick<Stack["workspace"], "projectSettings">;
}

/**
 * Makes the provider's settings in the stack's configuration exactly those of the list. An earlier run, a person or
 * the stack's last update may have left others, which would send the tenant's credentials to another server.
 */
export async function writeConfig(stack: Configurable, tenant: Tenant): Promise<void> {
  const { name } = await stack.workspace.projectSettings();
  const wanted = configOf(tenant, name);
  const present = await stack.getAllConfig();
  const surplus = surplusOf(present, wanted);
  if (surplus.length > 0) await stack.removeAllConfig(surplus);
  // Each command of Pulumi takes a part of a second.
  if (surplus.length > 0 || !isIn(present, wanted)) await stack.setAllConfig(wanted);
  const left = surplus.length > 0 ? surplusOf(await stack.getAllConfig(), wanted) : [];
  if (left.length > 0) throw new Error(notOfStackText(left));
}

function isIn(present: ConfigMap, wanted: ConfigMap): boolean {
  return Object.entries(wanted).every(([key, { value }]) => present[key]?.value === value);
}

function surplusOf(present: object, wanted: object): string[] {
  return Object.keys(present).filter((key) => key.startsWith(namespace) && !(key in wanted));
}

function notOfStackText(keys: readonly string[]): string {
  const names = keys.join(", ");
  const where = "Pulumi.yaml or an environment of Pulumi";
  return `the configuration ${names} comes from ${where}, not from the list: remove it there`;
}

/**
 * Throws an error when the last `up` of the stack was at another address than the list has. Credentials of one service
 * must not be sent to another, and what is in the state is not at the new address.
 */
export async function refuseOtherAddress(stack: Pick<Stack, "history">, tenant: Tenant): Promise<void> {
  const deployed = await addressOfLastUp(stack);
  if (deployed === undefined || isSameAddress(deployed, tenant.baseUrl)) return;
  throw new Error(
    `the last up was at ${deployed}, but the list has ${tenant.baseUrl}: correct the list, or run preview and up first`,
  );
}

async function addressOfLastUp(stack: Pick<Stack, "history">): Promise<string | undefined> {
  for (let page = 1; ; page += 1) {
    const updates = await stack.history(historyPageSize, page, false);
    const last = updates.find(({ kind }) => kind === "update");
    if (last) return last.config?.[`${namespace}baseUrl`]?.value;
    if (updates.length < historyPageSize) return undefined;
  }
}

const historyPageSize = 10;

function isSameAddress(one: string, other: string): boolean {
  return normalizedAddress(one) === normalizedAddress(other);
}
