import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import type { ItemKey } from "./holders.ts";
import type { Interrupted } from "./journal.ts";
import type { CollectionResource, Resource } from "./resource.ts";

/** A create in progress. */
export interface Creation {
  readonly context: Context;
  readonly resource: CollectionResource;
  readonly inputs: Props;
  /** The create of an earlier process for the same resource. */
  readonly interrupted: Interrupted | undefined;
  /** Start of the create: UNIX time in milliseconds, by the clock of this machine. */
  readonly beganMs: number;
}

/** The request whose item is looked for. */
export interface Sent {
  /** UNIX time in milliseconds, by the clock of the machine that sent it. */
  readonly beganMs: number;
  /** Whether it sent the values of `inputs`. Those of an earlier process may have been others. */
  readonly sameContent: boolean;
  /** Whether this process sent it, moments ago. */
  readonly isRecent: boolean;
}

/** How the ownership knows an item. */
export function keyOf({ collection, type }: Resource, { id }: Pick<RemoteItem, "id">): ItemKey {
  return { place: collection?.path ?? type, id };
}
