import { ApiError, asSentence, IdmError, UnknownOutcomeError } from "../errors.ts";
import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { readItem } from "./item-requests.ts";
import type { Interrupted, JournalEntry } from "./journal.ts";
import { adoptHintOf, describeKey, findByNaturalKey } from "./natural-key.ts";
import type { CollectionResource } from "./resource.ts";

/** A create in progress. */
export interface Creation {
  readonly context: Context;
  readonly resource: CollectionResource;
  readonly inputs: Props;
  readonly entry: JournalEntry;
  /** Start of the create: UNIX time in milliseconds. */
  readonly beganMs: number;
}

/**
 * Time between two lookups. The service may still work on a request whose response was lost, so only two lookups
 * without the item show that it does not exist. The request of a killed process may be very recent, so it gets more
 * time.
 */
const secondLookupMs = { lost: 1_000, interrupted: 3_000 };

/**
 * Finds the item of a create whose outcome is unknown. Undefined: nothing was created, and the create may be sent
 * again. Throws `UnknownOutcomeError` when the lookup fails, and an `ERR_IDM_AMBIGUOUS` error when several items may
 * be the one.
 */
export async function settle(
  creation: Creation,
  unknown: UnknownOutcomeError,
): Promise<RemoteItem | undefined> {
  const { resource, inputs, context, beganMs } = creation;
  const found = await rethrowAsUnsettled(
    creation,
    unknown,
    findTwice(creation, beganMs, secondLookupMs.lost),
  );
  // It is settled: no advice, and no doubt about the outcome.
  const { withoutAdvice: why } = unknown.cause instanceof IdmError ? unknown.cause : unknown;
  if (found)
    context.operation.warn(
      `the response to its create was lost (${why}). A ${resource.noun} with ${describeKey(resource, inputs)} exists, id ${found.id}: it is adopted.`,
    );
  return found;
}

/** Finds the item that an earlier process created before it was killed. Result and errors are those of `settle`. */
export async function settleInterrupted(
  creation: Creation,
  interrupted: Interrupted,
): Promise<RemoteItem | undefined> {
  const { resource, context } = creation;
  const unknown = new UnknownOutcomeError("An earlier run was interrupted during its create");
  const found = await rethrowAsUnsettled(creation, unknown, findInterrupted(creation, interrupted));
  if (found)
    context.operation.warn(
      `an earlier run was interrupted during its create. The ${resource.noun} ${found.id} of that run is adopted.`,
    );
  return found;
}

async function findInterrupted(
  creation: Creation,
  { id, beganMs }: Interrupted,
): Promise<RemoteItem | undefined> {
  const { context, resource } = creation;
  const created = id === undefined ? undefined : await readItem(context, resource, id);
  return created ?? findTwice(creation, beganMs, secondLookupMs.interrupted);
}

async function findTwice(
  creation: Creation,
  sinceMs: number,
  waitMs: number,
): Promise<RemoteItem | undefined> {
  const { context, resource, inputs } = creation;
  const first = await findByNaturalKey(context, resource, inputs, sinceMs);
  if (first) return first;
  await context.operation.wait(waitMs, "");
  return findByNaturalKey(context, resource, inputs, sinceMs);
}

/**
 * When the lookup fails, the outcome stays unknown: throws `UnknownOutcomeError`, and the next run looks again. When
 * the service refuses the lookup itself, the next run would be refused too: the journal forgets the create.
 */
async function rethrowAsUnsettled<T>(
  creation: Creation,
  unknown: UnknownOutcomeError,
  lookup: Promise<T>,
): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof IdmError) || error.code === "ERR_IDM_AMBIGUOUS") throw error;
    if (isRefused(error, creation)) creation.entry.close();
    throw unsettledError(creation, unknown, error);
  }
}

/** Whether the service refuses the lookup itself. A token request can fail with the same status. */
function isRefused(error: IdmError, { resource }: Creation): boolean {
  if (!(error instanceof ApiError) || !error.path.startsWith(resource.collection.path)) return false;
  return [403, 404, 405, 501].includes(error.status);
}

function unsettledError(
  creation: Creation,
  unknown: UnknownOutcomeError,
  lookupError: IdmError,
): UnknownOutcomeError {
  // A refusal says what to grant; other advice is to run the command again, which this message says better.
  const reason = isRefused(lookupError, creation) ? lookupError.message : lookupError.withoutAdvice;
  const { resource, inputs } = creation;
  const item = `a ${resource.noun} with ${describeKey(resource, inputs)}`;
  return new UnknownOutcomeError(
    `${asSentence(unknown.message)} The lookup of the ${resource.noun} failed too: ${asSentence(reason)} Check at the service whether ${item} exists. If so, ${adoptHintOf(resource)}; if not, run pulumi up again.`,
    { cause: unknown },
  );
}
