import type { ApiCall } from "../client/client.ts";
import { ApiError, IdmError, UnknownOutcomeError } from "../errors.ts";
import { type Collection, commonRemedies, parseItem, readItem } from "./collection.ts";
import type { Context, RemoteItem } from "./define-resource.ts";
import type { Props } from "./handlers.ts";
import type { Entry, Interrupted } from "./journal.ts";
import { findAll } from "./list-items.ts";

/** A create on its way: what is to be made, and what the journal holds of it. */
export interface Creation {
  readonly context: Context;
  readonly collection: Collection;
  readonly inputs: Props;
  readonly entry: Entry;
  /** UNIX time in milliseconds. */
  readonly beganMs: number;
}

/**
 * A service may still be acting on a request whose answer was lost: absence counts when it is seen twice, this long apart.
 * How long ago a killed process sent its request is not known, so that more time is left to it.
 */
const secondLookMs = { lost: 1_000, interrupted: 3_000 };

/** Finds what a create without a usable answer has made. Undefined: nothing was made, and it may be sent again. */
export async function settle(
  creation: Creation,
  unknown: UnknownOutcomeError,
): Promise<RemoteItem | undefined> {
  const { collection, inputs, context, beganMs } = creation;
  const found = await rethrowAsUnsettled(creation, unknown, findTwice(creation, beganMs, secondLookMs.lost));
  if (found)
    context.operation.warn(
      `the answer to its creation was lost (${unknown.message}). A ${collection.noun} with ${collection.naturalKey.describe(inputs)} exists, id ${found.id}: it is taken over.`,
    );
  return found;
}

/** Finds what an earlier process made before it was killed. */
export async function settleInterrupted(
  creation: Creation,
  earlier: Interrupted,
): Promise<RemoteItem | undefined> {
  const { collection, context } = creation;
  const unknown = new UnknownOutcomeError("An earlier run was cut off while it was made");
  const found = await rethrowAsUnsettled(creation, unknown, findInterrupted(creation, earlier));
  if (found)
    context.operation.warn(
      `an earlier run was cut off while it was made. The ${collection.noun} ${found.id} of that run is taken over.`,
    );
  return found;
}

async function findInterrupted(
  creation: Creation,
  { id, beganMs }: Interrupted,
): Promise<RemoteItem | undefined> {
  const { context, collection } = creation;
  const made = id === undefined ? undefined : await readItem(context, collection, id);
  return made ?? findTwice(creation, beganMs, secondLookMs.interrupted);
}

async function findTwice(
  creation: Creation,
  sinceMs: number,
  waitMs: number,
): Promise<RemoteItem | undefined> {
  const first = await findOne(creation, sinceMs);
  if (first) return first;
  await creation.context.operation.wait(waitMs, "");
  return findOne(creation, sinceMs);
}

/** The one item with the natural key; throws `ERR_IDM_AMBIGUOUS` for several. `sinceMs` is the earliest time that it may have been made. */
export async function findOne(creation: Creation, sinceMs: number): Promise<RemoteItem | undefined> {
  const { context, collection, inputs } = creation;
  const key = collection.naturalKey;
  const call: ApiCall = {
    method: "GET",
    path: collection.path,
    scope: `read:${collection.scope}`,
    query: key.query?.(inputs),
    remedies: commonRemedies,
    ...(inputs.adopt === true && { workaround: "Nothing can be taken over there: remove adopt." }),
  };
  const items = await findAll(context, call, (item) => parseItem(call, collection, item));
  // Two roles of one program may have the same name: what is another resource's already cannot be this one.
  const free = inputs.adopt === true ? items : items.filter((live) => !context.journal.isTaken(live.id));
  const matching = free.filter((live) => key.matches(live, inputs, sinceMs));
  if (matching.length > 1) throw ambiguous(collection, key.describe(inputs), matching);
  if (matching[0]) context.journal.take(matching[0].id);
  return matching[0];
}

/** A look-up that fails leaves the outcome unknown: it is told, and the next run looks again, unless the service refuses the look-up itself. */
async function rethrowAsUnsettled<T>(
  { collection, inputs, entry }: Creation,
  unknown: UnknownOutcomeError,
  lookUp: Promise<T>,
): Promise<T> {
  try {
    return await lookUp;
  } catch (error) {
    if (!(error instanceof IdmError) || error.code === "ERR_IDM_AMBIGUOUS") throw error;
    if (isRefused(error)) entry.dropped();
    throw unsettled(collection, unknown, collection.naturalKey.describe(inputs), error);
  }
}

function isRefused(error: IdmError): boolean {
  return error instanceof ApiError && [403, 404, 405, 501].includes(error.status);
}

function unsettled(
  collection: Collection,
  unknown: UnknownOutcomeError,
  key: string,
  why: Error,
): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${unknown.message}. Looking it up failed too: ${why.message.replace(/\.?$/, ".")} Check at the service whether a ${collection.noun} with ${key} exists. If so, ${collection.adoptHint}; if not, run pulumi up again.`,
    { cause: unknown },
  );
}

function ambiguous(collection: Collection, key: string, found: readonly RemoteItem[]): IdmError {
  const ids = found.map((live) => live.id).join(", ");
  return new IdmError(
    "ERR_IDM_AMBIGUOUS",
    `${found.length} ${collection.noun}s with ${key} exist (${ids}), and which one is meant cannot be told. Remove or rename all but one, then run pulumi up again.`,
  );
}
