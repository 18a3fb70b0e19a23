import type { Client } from "../client/client.ts";
import type { RemoteItem } from "./context.ts";
import { allItems } from "./item-requests.ts";
import type { CollectionResource } from "./resource.ts";

/** Reads all items of a collection in an operation of its own. */
export function listCollection(client: Client, resource: CollectionResource): Promise<RemoteItem[]> {
  return client.operate(`List of ${resource.noun}s`, (operation) =>
    allItems({ client, operation }, resource),
  );
}
