import type { Stack } from "@pulumi/pulumi/automation/index.js";
import type { Tenant } from "./tenant.ts";

const namespace = "idm:";

/** The stack's configuration: what of the tenant is no credential. */
export function configOf({ domain, baseUrl, authUrl }: Tenant): Record<string, { value: string }> {
  return {
    domain: { value: domain },
    "idm:baseUrl": { value: baseUrl },
    ...(authUrl && { "idm:authUrl": { value: authUrl } }),
  };
}

type Workspace = Pick<Stack, "getAllConfig" | "removeAllConfig" | "setAllConfig">;

/**
 * Makes the provider's settings in the stack's configuration exactly those of the list. An earlier run, a person or
 * the stack's last update may have left others, which would send the tenant's credentials to another server.
 */
export async function writeConfig(stack: Workspace, tenant: Tenant): Promise<void> {
  const wanted = configOf(tenant);
  const surplus = surplusOf(await stack.getAllConfig(), wanted);
  if (surplus.length > 0) await stack.removeAllConfig(surplus);
  await stack.setAllConfig(wanted);
  const left = surplus.length > 0 ? surplusOf(await stack.getAllConfig(), wanted) : [];
  if (left.length > 0) throw new Error(notOfStackText(left));
}

function surplusOf(present: object, wanted: object): string[] {
  return Object.keys(present).filter((key) => key.startsWith(namespace) && !(key in wanted));
}

function notOfStackText(keys: readonly string[]): string {
  const names = keys.join(", ");
  return `the configuration ${names} comes from Pulumi.yaml or an environment of Pulumi, not from the list: remove it there`;
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
  const [first, second] = [one, other].map(normalized);
  return first === second;
}

function normalized(address: string): string {
  return (URL.parse(address)?.href ?? address).replace(/\/$/, "");
}
