import type { Client } from "../client/client.ts";
import { CollectionReads, type ReadRequest } from "./collection-reads.ts";
import type { RemoteItem } from "./context.ts";
import { withoutHidden } from "./props.ts";
import type { CollectionResource } from "./resource.ts";

/** The reads of each tenant: a client is one tenant in one process. */
const readsOfClients = new WeakMap<Client, Map<CollectionResource, CollectionReads>>();

/**
 * Reads an item of the state: from a list that other reads wait for too, where that is as true as a read by its id and
 * takes fewer requests, or else with `request.single`. Undefined when it does not exist.
 */
export function readInBulk(
  resource: CollectionResource,
  request: ReadRequest,
): Promise<RemoteItem | undefined> {
  const { client } = request.context;
  // Without a state it is the `get` of a program.
  const isGet = Object.keys(withoutHidden(request.state)).length === 0;
  return isGet || client.settings.bulkRead === false
    ? request.single()
    : readsOf(client, resource).read(request);
}

function readsOf(client: Client, resource: CollectionResource): CollectionReads {
  const ofClient = readsOfClients.get(client) ?? new Map<CollectionResource, CollectionReads>();
  readsOfClients.set(client, ofClient);
  const known = ofClient.get(resource);
  if (known) return known;
  const reads = new CollectionReads(resource, (reason) =>
    client.debug(`${resource.noun}s are read one by one: GET ${resource.collection.path}: ${reason}.`),
  );
  ofClient.set(resource, reads);
  return reads;
}
