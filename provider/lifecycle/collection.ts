import type { ApiCall } from "../client/client.ts";
import { id as idIn, object } from "../client/json.ts";
import { type Path, path } from "../client/path.ts";
import { ApiError, ResponseShapeError } from "../errors.ts";
import type { Fields } from "./compare.ts";
import type { Context, RemoteItem } from "./define-resource.ts";
import type { Props } from "./handlers.ts";

/** How the service answers an item. */
export interface ItemShape {
  /** What one item is called in messages: `role`. */
  readonly noun: string;
  /** The answer's field with the id, the one that must not be missing. */
  readonly idKey: string;
  /** Reads an answer into the program's spelling. */
  readonly fromWire: (answer: Props, id: string) => Props;
}

/** A REST collection of the service, and how its items look in a program. */
export interface Collection extends ItemShape {
  /** `/roles` */
  readonly path: Path;
  /** The resource part of its scopes: `create:<scope>`. */
  readonly scope: string;
  readonly fields: Fields;
  /** Body of a create or an update. */
  readonly toWire: (inputs: Props) => Props;
  /** How a program takes an item over that exists: the end of "If so, …". */
  readonly adoptHint: string;
  /** How an item is found again without its id. */
  readonly naturalKey: NaturalKey;
}

export interface NaturalKey {
  /** `name "admin"`, for messages. */
  readonly describe: (inputs: Props) => string;
  readonly query?: (inputs: Props) => Record<string, string>;
  /** Whether this is the item; `sinceMs` (UNIX time) is when its create began, for items that only content and age tell apart. */
  readonly matches: (live: RemoteItem, inputs: Props, sinceMs: number) => boolean;
}

/** Undefined when the service has no such item (404). `workaround` is the advice in the error of a service without this operation. */
export async function readItem(
  context: Context,
  collection: Collection,
  id: string,
  workaround = workarounds.GET,
): Promise<RemoteItem | undefined> {
  const call = { ...itemCall(collection, "GET", id), workaround };
  try {
    return parseItem(call, collection, await context.client.request(call, context.operation));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Sends `patch` alone; `ifGone` is what an error says to do when there is no such item. */
export async function updateItem(
  context: Context,
  collection: Collection,
  id: string,
  patch: Props,
  ifGone = "It is gone: run pulumi up --refresh, which makes it anew.",
): Promise<RemoteItem> {
  const item = itemCall(collection, "PATCH", id);
  const remedies = { ...item.remedies, 404: ifGone, 410: ifGone };
  const call: ApiCall = { ...item, body: collection.toWire(patch), remedies };
  const body = await context.client.request(call, context.operation);
  return body === undefined ? { id, props: {} } : { ...parseItem(call, collection, body, id), id };
}

/** An item that is gone already counts as deleted. */
export async function deleteItem(context: Context, collection: Collection, id: string): Promise<void> {
  try {
    await context.client.request(itemCall(collection, "DELETE", id), context.operation);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Reads what the service says of an item; `id` stands in where an answer to an item's own path names none. */
export function parseItem(
  call: ApiCall,
  { noun, idKey, fromWire }: ItemShape,
  body: unknown,
  id?: string,
): RemoteItem {
  const item = object(body);
  const itemId = item && idIn(item[idKey]);
  if (item && itemId !== undefined) return { id: itemId, props: fromWire(item, itemId) };
  if (id !== undefined) return { id, props: {} };
  const found = item ? `it has no ${idKey}` : "it is no object";
  throw new ResponseShapeError(
    `${call.method} ${call.path}: the answer is not a ${noun}: ${found}. ${checkBaseUrl}`,
  );
}

/** What to do about statuses that hold no explanation of their own. */
export const commonRemedies = {
  404: "Check that idm:baseUrl (IDM_BASE_URL) is the address of the interface itself.",
  409: "Look at the service for what it conflicts with, then run the same command again.",
};

/** What to do about an answer that is JSON, but not of the interface. */
export const checkBaseUrl = "Check that idm:baseUrl (IDM_BASE_URL) is the address of the interface itself";

function itemCall(collection: Collection, method: "GET" | "PATCH" | "DELETE", id: string): ApiCall {
  const action = { GET: "read", PATCH: "update", DELETE: "delete" }[method];
  const item = `${collection.path}${path`/${id}`}` as Path;
  const scope = `${action}:${collection.scope}`;
  return { method, path: item, scope, workaround: workarounds[method], remedies: commonRemedies };
}

const workarounds = {
  GET: "It cannot be refreshed or read: run pulumi without --refresh, or leave it out with --exclude.",
  PATCH:
    "It cannot be changed in place: make the change at the service and in the program, or replace it with pulumi up --replace URN.",
  DELETE: "It cannot be deleted: remove it at the service, then from the state with pulumi state delete URN.",
};

/** Whether the service has answered that there is no such item. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}
