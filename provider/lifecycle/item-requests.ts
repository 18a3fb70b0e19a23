// Requests for one item of a collection: docs/service.md, "Operations".
import type { ApiCall } from "../client/api-call.ts";
import { object } from "../client/json.ts";
import { type Path, path } from "../client/path.ts";
import { ApiError, asSentence, ResponseShapeError } from "../errors.ts";
import { scopeOf } from "./collection-request.ts";
import type { Context, RemoteItem } from "./context.ts";
import { assertNotListed, isGoneError } from "./gone.ts";
import type { Props } from "./handlers.ts";
import { parseId } from "./item-id.ts";
import { assertSameItem, notFoundHere } from "./last-seen.ts";
import { listItems } from "./list-items.ts";
import { checkBaseUrl } from "./list-response.ts";
import type { CollectionResource } from "./resource.ts";
import { fromWire, toWire } from "./wire.ts";

/**
 * Reads an item. Returns undefined when the service says that it does not exist (404 or 410). `workaround` is for a
 * service that cannot read it. Throws an `ERR_IDM_OTHER_ADDRESS` error for an item that was last seen at another
 * address and is not at this one.
 */
export async function readItem(
  context: Context,
  resource: CollectionResource,
  id: string,
  workaround = workarounds.GET,
): Promise<RemoteItem | undefined> {
  const { client, operation, lastSeen } = context;
  const call = { ...itemCall(resource, "GET", id), workaround };
  try {
    const item = parseItem(call, resource, await client.request(call, operation));
    assertSameId(call, resource, item, id);
    assertSameItem(context, resource, item);
    return item;
  } catch (error) {
    if (!isGoneError(error, call)) throw error;
    if (lastSeen) throw notFoundHere(error, context, resource, lastSeen);
    await confirmGone(context, resource, id, error, call);
    return undefined;
  }
}

/**
 * Sends the inputs in `patch`. Returns what the response says. `ifGone` says what to do when the item does not exist.
 */
export async function updateItem(
  context: Context,
  resource: CollectionResource,
  id: string,
  patch: Props,
  ifGone = "It no longer exists: run pulumi up --refresh to create a new one.",
): Promise<RemoteItem> {
  const { client, operation, lastSeen } = context;
  const item = itemCall(resource, "PATCH", id);
  const remedies = { ...item.remedies, 404: ifGone, 410: ifGone };
  const call: ApiCall = { ...item, body: toWire(resource, patch), remedies };
  if (lastSeen) await readIfOffered(context, resource, id);
  try {
    const body = await client.request(call, operation);
    if (body === undefined) return { id, props: {} };
    const answered = parseItem(call, resource, body, id);
    assertSameId(call, resource, answered, id);
    return answered;
  } catch (error) {
    throw lastSeen && isGoneError(error, call) ? notFoundHere(error, context, resource, lastSeen) : error;
  }
}

/** Makes sure that an item is at its new address. At a service that cannot read items, the update itself shows it. */
async function readIfOffered(context: Context, resource: CollectionResource, id: string): Promise<void> {
  try {
    await readItem(context, resource, id);
  } catch (error) {
    if (!(error instanceof ApiError) || !isUnoffered(error)) throw error;
  }
}

/** Whether the service does not offer the operation: some answer 404 instead of 405. */
function isUnoffered({ code, status, isOwn }: ApiError): boolean {
  return code === "ERR_IDM_UNSUPPORTED_OPERATION" || (status === 404 && !isOwn);
}

/**
 * Deletes an item. One that no longer exists counts as deleted. One that was last seen at another address is read
 * first: some services answer the delete of an unknown id like any other.
 */
export async function deleteItem(context: Context, resource: CollectionResource, id: string): Promise<void> {
  const { client, operation, lastSeen } = context;
  const call = itemCall(resource, "DELETE", id);
  if (lastSeen) await readItem(context, resource, id);
  try {
    await client.request(call, operation);
  } catch (error) {
    if (!isGoneError(error, call)) throw error;
    await confirmGone(context, resource, id, error, call);
  }
}

/** Throws unless the item is gone. A refusal that does not name it needs the list as a proof. */
async function confirmGone(
  context: Context,
  resource: CollectionResource,
  id: string,
  refused: ApiError,
  call: ApiCall,
): Promise<void> {
  if (refused.namesItem) return;
  const { noun, collection } = resource;
  await assertNotListed(allKeys(context, resource), { refused, call, noun, id, list: collection.path });
}

/** The request for the list of a collection. */
export function listCall({ collection }: CollectionResource): ApiCall {
  return {
    method: "GET",
    path: collection.path,
    scope: scopeOf(collection, "list"),
    remedies: commonRemedies,
  };
}

/** By what a list tells its items apart. */
export interface ListedKey {
  readonly id: string;
  /** The natural key. Undefined: the service shows none. */
  readonly key: string | undefined;
}

/**
 * Reads the keys of all items of a collection, and keeps nothing else of a page: a tenant may have many items with long
 * values. An item without a usable id is left out and passed to `onUnusable`; without that, it is an error.
 */
export function allKeys(
  context: Pick<Context, "client" | "operation">,
  resource: CollectionResource,
  onUnusable?: (error: ResponseShapeError, item: unknown) => void,
): Promise<ListedKey[]> {
  const call = listCall(resource);
  const { wireId, naturalKey } = resource.collection;
  return listItems(context, call, wireId, (item) => {
    try {
      const { id, props } = parseItem(call, resource, item);
      const key = props[naturalKey.property];
      return { id, key: typeof key === "string" && key !== "" ? key : undefined };
    } catch (error) {
      if (!onUnusable || !(error instanceof ResponseShapeError)) throw error;
      onUnusable(error, item);
      return undefined;
    }
  });
}

/** A cache that mixes up its responses must not make another item ours, nor its values drift. */
function assertSameId(
  { method, path }: ApiCall,
  { noun }: CollectionResource,
  answered: RemoteItem,
  id: string,
): void {
  if (answered.id === id) return;
  throw new ResponseShapeError(
    `${method} ${path}: the service answered with another ${noun}: ${answered.id}`,
    {
      advice:
        "A cache or gateway in front of the service may mix up its responses. The state stays as it was: run the same command again later",
    },
  );
}

/**
 * Reads an item from the body of a response. `id` is the id of the requested item, for a response that does not
 * repeat it. Throws `ResponseShapeError` when there is neither, or an id that cannot be used.
 */
export function parseItem(
  call: Pick<ApiCall, "method" | "path">,
  resource: CollectionResource,
  body: unknown,
  id?: string,
): RemoteItem {
  const { noun } = resource;
  const { wireId } = resource.collection;
  const fields = object(body);
  const itemId = fields && parseId(call, noun, fields[wireId]);
  if (fields && itemId !== undefined)
    return { id: itemId, props: fromWire(resource, fields, itemId), createdAt: createdAtOf(fields) };
  if (id !== undefined) return { id, props: {} };
  const problem = fields ? `it has no ${wireId}` : "it is not an object";
  throw new ResponseShapeError(`${call.method} ${call.path}: the response is not a ${noun}: ${problem}`, {
    advice: checkBaseUrl,
  });
}

/** Only templates are known to have it; other items may. */
function createdAtOf({ created_at }: Record<string, unknown>): string | undefined {
  return typeof created_at === "string" ? created_at : undefined;
}

/** What to do about a 404 and a 409, where a request has no better advice. */
export const commonRemedies = {
  404: asSentence(checkBaseUrl),
  409: "Look at the service for the item that it conflicts with, then run the same command again.",
};

function itemCall(
  { collection }: CollectionResource,
  method: "GET" | "PATCH" | "DELETE",
  id: string,
): ApiCall {
  const action = ({ GET: "read", PATCH: "update", DELETE: "delete" } as const)[method];
  return {
    method,
    path: `${collection.path}${path`/${id}`}` as Path,
    scope: scopeOf(collection, action),
    workaround: workarounds[method],
    ...(method !== "PATCH" && { ifNotOwn }),
    remedies: commonRemedies,
  };
}

const ifNotOwn =
  "If the service itself answers like this, and the item no longer exists, remove the resource with pulumi state delete URN.";

const workarounds = {
  GET: "Without it the resource cannot be refreshed: run pulumi without --refresh, or leave the resource out with --exclude.",
  PATCH:
    "Without it the resource cannot be updated: make the change at the service and in the program, then run pulumi up --refresh. Or replace the resource: run pulumi up --replace URN.",
  DELETE:
    "Without it the resource cannot be deleted: delete it at the service, then remove it from the state with pulumi state delete URN.",
};
