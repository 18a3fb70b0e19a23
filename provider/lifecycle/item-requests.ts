// Requests for one item of a collection: docs/service.md, "Operations".
import type { ApiCall } from "../client/api-call.ts";
import { object } from "../client/json.ts";
import { type Path, path } from "../client/path.ts";
import { ApiError, asSentence, ResponseShapeError } from "../errors.ts";
import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import type { CollectionResource } from "./resource.ts";
import { fromWire, toWire } from "./wire.ts";

/**
 * Reads an item. Returns undefined when it does not exist (404 or 410). `workaround` is for a service that cannot
 * read it.
 */
export async function readItem(
  { client, operation }: Context,
  resource: CollectionResource,
  id: string,
  workaround = workarounds.GET,
): Promise<RemoteItem | undefined> {
  const call = { ...itemCall(resource, "GET", id), workaround };
  try {
    const { props } = parseItem(call, resource, await client.request(call, operation));
    // The id of the request counts: a response with another id must not make that item ours.
    return { id, props: { ...props, [resource.collection.idProperty]: id } };
  } catch (error) {
    if (isGone(error, call)) return undefined;
    throw error;
  }
}

/**
 * Sends the inputs in `patch`. Returns what the response says. `ifGone` says what to do when the item does not exist.
 */
export async function updateItem(
  { client, operation }: Context,
  resource: CollectionResource,
  id: string,
  patch: Props,
  ifGone = "It no longer exists: run pulumi up --refresh to create a new one.",
): Promise<RemoteItem> {
  const item = itemCall(resource, "PATCH", id);
  const remedies = { ...item.remedies, 404: ifGone, 410: ifGone };
  const call: ApiCall = { ...item, body: toWire(resource, patch), remedies };
  const body = await client.request(call, operation);
  return body === undefined ? { id, props: {} } : { ...parseItem(call, resource, body, id), id };
}

/** Deletes an item. One that no longer exists counts as deleted. */
export async function deleteItem(
  { client, operation }: Context,
  resource: CollectionResource,
  id: string,
): Promise<void> {
  const call = itemCall(resource, "DELETE", id);
  try {
    await client.request(call, operation);
  } catch (error) {
    if (!isGone(error, call)) throw error;
  }
}

/**
 * Reads an item from the body of a response. `id` is the id of the requested item, for a response that does not
 * repeat it. Throws `ResponseShapeError` when there is neither.
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
  const itemId = fields && parseId(fields[wireId]);
  if (fields && itemId !== undefined) return { id: itemId, props: fromWire(resource, fields, itemId) };
  if (id !== undefined) return { id, props: {} };
  const problem = fields ? `it has no ${wireId}` : "it is not an object";
  throw new ResponseShapeError(`${call.method} ${call.path}: the response is not a ${noun}: ${problem}`, {
    advice: checkBaseUrl,
  });
}

/** Some services answer with a number. An empty string is not an id. */
function parseId(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What to do about a response whose JSON is not that of the API. */
export const checkBaseUrl = "Check that idm:baseUrl (IDM_BASE_URL) is the address of the API itself";

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
  const action = { GET: "read", PATCH: "update", DELETE: "delete" }[method];
  return {
    method,
    path: `${collection.path}${path`/${id}`}` as Path,
    scope: `${action}:${collection.scope}`,
    workaround: workarounds[method],
    remedies: commonRemedies,
  };
}

const workarounds = {
  GET: "Without it the resource cannot be refreshed: run pulumi without --refresh, or leave the resource out with --exclude.",
  PATCH:
    "Without it the resource cannot be updated: make the change at the service and in the program, then run pulumi up --refresh. Or replace the resource: run pulumi up --replace URN, for a custom domain with the resource option deleteBeforeReplace.",
  DELETE:
    "Without it the resource cannot be deleted: delete it at the service, then remove it from the state with pulumi state delete URN.",
};

/**
 * Whether the service has answered that the item does not exist. A token request can fail with the same status, and so
 * can an operation that the service does not know.
 */
function isGone(error: unknown, { path }: ApiCall): boolean {
  if (error instanceof ApiError && error.code === "ERR_IDM_UNSUPPORTED_OPERATION") return false;
  return error instanceof ApiError && error.path === path && (error.status === 404 || error.status === 410);
}
