import { readInBulk } from "./bulk-reads.ts";
import { createItem } from "./create.ts";
import { deleteItem, readItem, updateItem } from "./item-requests.ts";
import type { CollectionResource, Resource, Verbs } from "./resource.ts";

/** The verbs of a resource: those of its table, and for the others those of its collection. */
export function verbsOf(resource: Resource): Verbs {
  const own = resource.verbs;
  if (resource.collection) return { ...collectionVerbs(resource as CollectionResource), ...own };
  // defineResource refuses a table that has neither a collection nor the verb create.
  return own as Verbs;
}

function collectionVerbs(resource: CollectionResource): Verbs {
  return {
    create: (context, inputs) => createItem(context, resource, inputs),
    read: (context, id, state) => {
      const single = () => readItem(context, resource, id);
      // Each item is checked against its state: another tenant may have the same ids.
      if (context.lastSeen) return single();
      return readInBulk(resource, { context, reader: resource.type, id, state, single });
    },
    update: (context, id, patch) => updateItem(context, resource, id, patch),
    delete: (context, id) => deleteItem(context, resource, id),
  };
}
