import type { ApiCall } from "../client/api-call.ts";
import { ApiError, IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import { adoptItem } from "./adopt.ts";
import { type Context, IncompleteError, type RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { commonRemedies, parseItem } from "./item-requests.ts";
import { adoptHintOf, describeKey, findByNaturalKey } from "./natural-key.ts";
import type { CollectionResource } from "./resource.ts";
import { type Creation, settle, settleInterrupted } from "./settle.ts";
import { toWire } from "./wire.ts";

/** How often a create is sent when a lookup after each request shows that nothing was created. */
const maxPosts = 3;

/**
 * Creates an item with a POST. Looks for an existing item first when an earlier process was killed during this
 * create, or when the program declares `adopt: true`; an item that is found is adopted. When the outcome of the POST
 * is unknown, looks for its item too. Throws `UnknownOutcomeError` when that lookup fails.
 */
export async function createItem(
  context: Context,
  resource: CollectionResource,
  inputs: Props,
): Promise<RemoteItem> {
  const beganMs = Date.now();
  const key = [context.client.settings.baseUrl, resource.collection.path, describeKey(resource, inputs)];
  const entry = context.journal.begin(key);
  const creation: Creation = { context, resource, inputs, entry, beganMs };
  try {
    const existing = await findExisting(creation);
    const item = existing
      ? await adoptItem(context, resource, existing, inputs)
      : await postAndSettle(creation);
    entry.created(item.id);
    return item;
  } catch (error) {
    if (error instanceof IncompleteError) entry.created(error.item.id);
    else if (!entry.interrupted && isOutcomeKnown(error)) entry.close();
    throw error;
  }
}

/** Whether the error says what happened, so that the next run has nothing to look for. */
function isOutcomeKnown(error: unknown): boolean {
  return (
    !(error instanceof IdmError) ||
    (error.code !== "ERR_IDM_UNKNOWN_OUTCOME" && error.code !== "ERR_IDM_AMBIGUOUS")
  );
}

/** The item that exists before the POST. Sends nothing unless there is a reason to look for one. */
async function findExisting(creation: Creation): Promise<RemoteItem | undefined> {
  const { context, resource, inputs } = creation;
  const { interrupted } = creation.entry;
  const found = interrupted && (await settleInterrupted(creation, interrupted));
  if (found || inputs.adopt !== true) return found;
  return findByNaturalKey(context, resource, inputs, 0);
}

/** Sends the POST. When its outcome is unknown, looks for the item, and repeats the POST if there is none. */
async function postAndSettle(creation: Creation): Promise<RemoteItem> {
  const { context, resource, inputs, entry } = creation;
  for (let round = 1; ; round++) {
    try {
      return await postItem(context, resource, inputs);
    } catch (error) {
      const mayExist = round > 1 || entry.interrupted !== undefined;
      const unknown = asUnknownOutcome(error, mayExist);
      const found = await settle(creation, unknown);
      if (found) return adoptItem(context, resource, found, inputs);
      // The lookups show that nothing was created: the error of the last request is the one to report.
      if (round === maxPosts || isConflict(error))
        throw unknown.cause instanceof IdmError ? unknown.cause : unknown;
    }
  }
}

async function postItem(context: Context, resource: CollectionResource, inputs: Props): Promise<RemoteItem> {
  const { path, scope } = resource.collection;
  const call: ApiCall = {
    method: "POST",
    path,
    body: toWire(resource, inputs),
    scope: `create:${scope}`,
    workaround: `If the ${resource.noun} exists, ${adoptHintOf(resource)}.`,
    remedies: { ...commonRemedies, 409: conflictRemedy(resource, inputs) },
  };
  try {
    return parseItem(call, resource, await context.client.request(call, context.operation));
  } catch (error) {
    if (error instanceof ResponseShapeError)
      throw new UnknownOutcomeError(error.withoutAdvice, { cause: error });
    throw error;
  }
}

/**
 * Returns an error whose outcome is unknown, and rethrows any other. A conflict counts as unknown when an earlier
 * request may have created the item: the conflict may be with that item.
 */
function asUnknownOutcome(error: unknown, mayExist: boolean): UnknownOutcomeError {
  if (error instanceof UnknownOutcomeError) return error;
  if (mayExist && isConflict(error)) return new UnknownOutcomeError(error.withoutAdvice, { cause: error });
  throw error;
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

function conflictRemedy(resource: CollectionResource, inputs: Props): string {
  return `If a ${resource.noun} with ${describeKey(resource, inputs)} exists, ${adoptHintOf(resource)}; if the account has reached its limit, remove one or have the limit raised.`;
}
