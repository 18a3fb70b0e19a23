import type { ApiCall } from "../client/api-call.ts";
import type { Client } from "../client/client.ts";
import type { RemoteItem } from "./context.ts";
import { commonRemedies, parseItem } from "./item-requests.ts";
import { listItems } from "./list-items.ts";
import type { CollectionResource } from "./resource.ts";

/** Reads all items of a collection. A list may show fewer properties than a read by id. */
export function listCollection(client: Client, resource: CollectionResource): Promise<RemoteItem[]> {
  const { path, scope, wireId } = resource.collection;
  const call: ApiCall = { method: "GET", path, scope: `read:${scope}`, remedies: commonRemedies };
  return client.operate(`List of ${resource.noun}s`, (operation) =>
    listItems({ client, operation }, call, wireId, (item) => parseItem(call, resource, item)),
  );
}
