// How an item is found without its id.
import type { ApiCall } from "../client/api-call.ts";
import type { Client } from "../client/client.ts";
import { ApiError, IdmError } from "../errors.ts";
import { isAlike } from "./alike.ts";
import { isSameValue } from "./compare.ts";
import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { listCall, parseItem } from "./item-requests.ts";
import { listItems } from "./list-items.ts";
import { listError } from "./list-response.ts";
import type { CollectionResource } from "./resource.ts";

/**
 * The natural key of these inputs in words: `the name "admin"`. The journal identifies creates by it: another wording
 * would not find the creates of an earlier version.
 */
export function describeKey({ collection }: CollectionResource, inputs: Props): string {
  const { property } = collection.naturalKey;
  return `the ${property} ${JSON.stringify(inputs[property])}`;
}

/** How a program adopts an existing item: the end of a message that begins with "If it exists, …". */
export function adoptHintOf({ collection, inputs }: CollectionResource): string {
  if (collection.adoptHint !== undefined) return collection.adoptHint;
  return inputs.adopt ? "adopt it with adopt: true" : "delete it or choose another value";
}

/** All items with the natural key of `inputs`. `workaround` is for a service that cannot list them. */
export async function itemsWithKey(
  context: Context,
  resource: CollectionResource,
  inputs: Props,
  workaround = inputs.adopt === true ? adoptWorkaround : undefined,
): Promise<RemoteItem[]> {
  const { property, query } = resource.collection.naturalKey;
  const items = await filteredItems(context, resource, workaround, query?.(String(inputs[property])));
  return items.filter((item) => hasKey(resource, item, inputs));
}

/** All items whose natural key may be what the service has made of that of `inputs`. No filter finds them. */
export async function itemsLikeKey(
  context: Context,
  resource: CollectionResource,
  inputs: Props,
  workaround?: string,
): Promise<RemoteItem[]> {
  const items = await filteredItems(context, resource, workaround);
  return items.filter((item) => hasKey(resource, item, inputs, isAlike));
}

/** The collections whose filter a service refuses. */
const unfiltered = new WeakMap<Client, Set<CollectionResource>>();

/** The items of a list with this query. A service that refuses the query is asked without it from then on. */
async function filteredItems(
  context: Context,
  resource: CollectionResource,
  workaround: string | undefined,
  query?: Record<string, string>,
): Promise<RemoteItem[]> {
  const refusing = unfiltered.get(context.client) ?? new Set();
  if (!query || refusing.has(resource)) return keyedItems(context, resource, workaround);
  try {
    return await keyedItems(context, resource, workaround, query);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
    const items = await keyedItems(context, resource, workaround);
    unfiltered.set(context.client, refusing.add(resource));
    return items;
  }
}

function keyedItems(
  context: Context,
  resource: CollectionResource,
  workaround: string | undefined,
  query?: Record<string, string>,
): Promise<RemoteItem[]> {
  const call: ApiCall = { ...listCall(resource), query, ...(workaround !== undefined && { workaround }) };
  const { wireId } = resource.collection;
  return listItems(context, call, wireId, (item) => parseListed(call, resource, item));
}

const adoptWorkaround = "Without it nothing can be adopted: remove adopt from the program.";

/** Reads an item of a list. Without its natural key, nobody can tell whether it is the one that is looked for. */
function parseListed(call: ApiCall, resource: CollectionResource, body: unknown): RemoteItem {
  const item = parseItem(call, resource, body);
  const { property } = resource.collection.naturalKey;
  if (item.props[property] === undefined)
    throw listError(call, `the list does not tell the ${property} of the ${resource.noun} ${item.id}`);
  return item;
}

/** Whether an item has the natural key of `inputs`. */
export function hasKey(
  { collection, properties }: CollectionResource,
  item: RemoteItem,
  inputs: Props,
  isSame = isSameValue,
): boolean {
  const { property: name } = collection.naturalKey;
  const property = properties[name];
  return property !== undefined && isSame(property, item.props[name], inputs[name]);
}

/** The one item of several. Throws an `ERR_IDM_AMBIGUOUS` error when there are more. */
export function onlyOne(
  resource: CollectionResource,
  inputs: Props,
  found: readonly RemoteItem[],
): RemoteItem | undefined {
  if (found.length > 1) throw ambiguousError(resource, inputs, found);
  return found[0];
}

function ambiguousError(resource: CollectionResource, inputs: Props, found: readonly RemoteItem[]): IdmError {
  const ids = found.map(({ id }) => id).join(", ");
  return new IdmError(
    "ERR_IDM_AMBIGUOUS",
    `${found.length} ${resource.noun}s with ${describeKey(resource, inputs)} exist (${ids}), and the provider cannot know which one to use. Delete or rename all but one, then run pulumi up again.`,
  );
}
