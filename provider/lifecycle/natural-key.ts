// How an item is found without its id.
import type { ApiCall } from "../client/api-call.ts";
import { IdmError } from "../errors.ts";
import { isSameValue } from "./compare.ts";
import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { commonRemedies, parseItem } from "./item-requests.ts";
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

/** All items with the natural key of `inputs`. */
export async function itemsWithKey(
  context: Context,
  resource: CollectionResource,
  inputs: Props,
): Promise<RemoteItem[]> {
  const { path, scope, wireId, naturalKey } = resource.collection;
  const call: ApiCall = {
    method: "GET",
    path,
    scope: `read:${scope}`,
    query: naturalKey.query?.(String(inputs[naturalKey.property])),
    remedies: commonRemedies,
    ...(inputs.adopt === true && {
      workaround: "Without it nothing can be adopted: remove adopt from the program.",
    }),
  };
  const items = await listItems(context, call, wireId, (item) => parseListed(call, resource, item));
  return items.filter((item) => hasKey(resource, item, inputs));
}

/** Reads an item of a list. Without its natural key, nobody can tell whether it is the one that is looked for. */
function parseListed(call: ApiCall, resource: CollectionResource, body: unknown): RemoteItem {
  const item = parseItem(call, resource, body);
  const { property } = resource.collection.naturalKey;
  if (item.props[property] === undefined)
    throw listError(call, `the list does not tell the ${property} of the ${resource.noun} ${item.id}`);
  return item;
}

function hasKey({ collection, properties }: CollectionResource, item: RemoteItem, inputs: Props): boolean {
  const { property: name } = collection.naturalKey;
  const property = properties[name];
  return property !== undefined && isSameValue(property, item.props[name], inputs[name]);
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
