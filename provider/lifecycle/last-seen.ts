// The base address at which an item was last seen. Ids mean nothing at the address of another tenant.
import { settingName } from "../config/setting-table.ts";
import { ApiError, IdmError } from "../errors.ts";
import { isSameValue } from "./compare.ts";
import type { Address, Context, LastSeen, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { hidden } from "./hidden.ts";
import type { CollectionResource } from "./resource.ts";

/** The hidden property of the state of an item that was just seen at `baseUrl`. */
export function seenAt(baseUrl: string): Props {
  return { [hidden.address]: normalAddress(baseUrl) };
}

/**
 * Where the item of one of these states was last seen, when that is not `baseUrl`. Undefined for a state that does not
 * remember it, and for inputs.
 */
export function lastSeenElsewhere(states: readonly Props[], baseUrl: string): LastSeen | undefined {
  for (const state of states) {
    const address = state[hidden.address];
    if (typeof address === "string" && address !== normalAddress(baseUrl)) return { address, state };
  }
  return undefined;
}

/** The spelling by which two base addresses are compared: host in lower case, no default port, no slash at the end. */
export function normalAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (!url) return baseUrl;
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href.replace(/\/+$/, "");
}

/** The error for an item that was last seen at another address and is not at this one. `refused` is the 404 or 410. */
export function notFoundHere(
  refused: ApiError,
  { client, address: now }: Context,
  { noun }: CollectionResource,
  { address }: LastSeen,
): ApiError {
  const { method, path, status } = refused;
  return new ApiError(
    `${status} on ${method} ${path}: no ${noun} has this id at ${client.settings.baseUrl}, and the resource was last seen at ${address}. ${whatToDo(now, ` to ${address}`)} If the tenant has moved and the ${noun} was deleted, remove the resource with pulumi state delete URN.`,
    refused,
    "ERR_IDM_OTHER_ADDRESS",
    { cause: refused },
  );
}

/**
 * Throws unless `item`, found by its id at another address than before, is the item of the state. Some services count
 * their ids, so that tenants have the same ids for different items.
 */
export function assertSameItem(context: Context, resource: CollectionResource, item: RemoteItem): void {
  const { client, lastSeen, address } = context;
  const { property: key } = resource.collection.naturalKey;
  const property = resource.properties[key];
  if (!lastSeen || !property) return;
  const [before, now] = [lastSeen.state[key], item.props[key]];
  if (before === undefined || now === undefined || isSameValue(property, before, now)) return;
  throw new IdmError(
    "ERR_IDM_OTHER_ADDRESS",
    `the ${resource.noun} ${item.id} at ${client.settings.baseUrl} has another ${key} than the one that was last seen at ${lastSeen.address}, so it is probably not the same. Nothing was changed. ${whatToDo(address, ` to ${lastSeen.address}`)} If the tenant has moved, and the ${key} was changed since, change it back there first.`,
  );
}

/**
 * The warning about an item that was last seen at another address: without a change, no request shows whether it is at
 * the new one. Undefined when it is the same address.
 */
export function otherAddressWarning(state: Props, now: Address): string | undefined {
  const { baseUrl, isSecret } = now;
  const elsewhere = baseUrl === "" ? undefined : lastSeenElsewhere([state], baseUrl);
  if (!elsewhere) return undefined;
  const where = isSecret
    ? `it was last seen at another address than that of ${nameOf(now)}`
    : `it was last seen at ${elsewhere.address}, and ${nameOf(now)} is ${baseUrl} now`;
  return `${where}. While nothing changes in the program, neither a preview nor an up looks for it there, nor for others of its type. ${whatToDo(now)} If the tenant has moved, run pulumi refresh.`;
}

/** `to` is the address that was the right one, where a message may show it. */
function whatToDo(now: Address, to = ""): string {
  const orOption = now.isOption === true ? ", or correct the resource option provider" : "";
  return `If this is another tenant, set ${nameOf(now)} back${to}${orOption}.`;
}

/** What decides at which address the resource is. */
function nameOf({ provider }: Address): string {
  if (provider === undefined) return settingName("baseUrl");
  return `${settingName("baseUrl", "baseUrl")} of the provider resource ${provider}`;
}
