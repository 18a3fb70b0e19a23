// Finds an existing item for an import or a function: by its id, or by its natural key.
import { IdmError } from "../errors.ts";
import type { Runtime } from "./context.ts";
import type { Handlers, Props } from "./handlers.ts";
import { describeKey, itemsWithKey } from "./natural-key.ts";
import type { CollectionResource, Resource } from "./resource.ts";
import { runVerb, subjectOf } from "./run-verb.ts";

/** An existing item. */
export interface FoundItem {
  readonly id: string;
  /** Its properties as a state has them, hidden ones included. */
  readonly props: Props;
}

/** Reads the item with this id. Throws an `ERR_IDM_INPUT` error that ends with `advice` when there is none. */
export async function findById(
  resource: Resource,
  runtime: Runtime,
  handlers: Pick<Handlers, "read">,
  id: string,
  advice: string,
): Promise<FoundItem> {
  const { id: found, props = {} } = await handlers.read(id, {});
  if (found !== undefined) return { id: found, props };
  const { baseUrl } = runtime.client().settings;
  const problem = `no ${resource.noun} has the id ${JSON.stringify(id)} at ${baseUrl}`;
  throw new IdmError("ERR_IDM_INPUT", problem, { advice }).about(subjectOf(resource, { id }));
}

/**
 * The id of the one item with the natural key of `inputs`. Throws an `ERR_IDM_INPUT` error when there is none, and an
 * `ERR_IDM_AMBIGUOUS` error with the ids when there are several.
 */
export function idOfKey(resource: CollectionResource, runtime: Runtime, inputs: Props): Promise<string> {
  const { noun, collection } = resource;
  const workaround = `Without it no ${noun} can be found by its ${collection.naturalKey.property}: give its id.`;
  return runVerb(resource, runtime, [inputs], async (context) => {
    const found = await itemsWithKey(context, resource, inputs, workaround);
    const [item, another] = found;
    const key = describeKey(resource, inputs);
    if (!item) {
      const problem = `no ${noun} has ${key} at ${context.client.settings.baseUrl}`;
      throw new IdmError("ERR_IDM_INPUT", problem, { advice: "Correct it, or give the id" });
    }
    if (!another) return item.id;
    const ids = found.map(({ id }) => id).join(", ");
    const problem = `${found.length} ${noun}s have ${key}: ${ids}`;
    throw new IdmError("ERR_IDM_AMBIGUOUS", problem, { advice: "Give the id of one of them" });
  });
}
