import type { ApiCall } from "../client/client.ts";
import { ApiError, IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import { takeOver } from "./adopt.ts";
import { type Collection, commonRemedies, parseItem } from "./collection.ts";
import { type Context, IncompleteError, type RemoteItem } from "./define-resource.ts";
import type { Props } from "./handlers.ts";
import { type Creation, findOne, settle, settleInterrupted } from "./settle.ts";

/** How often a create is sent when a look-up has shown each time that the one before did nothing. */
const maxCreates = 3;

/**
 * Makes a new item with a POST. One that an earlier process was killed in, or whose outcome is unknown, is looked up first;
 * with `adopt`, one that exists is taken over.
 */
export async function createItem(
  context: Context,
  collection: Collection,
  inputs: Props,
): Promise<RemoteItem> {
  const beganMs = Date.now();
  const key = [context.client.settings.baseUrl, collection.path, collection.naturalKey.describe(inputs)];
  const entry = context.journal.begin(key);
  const creation: Creation = { context, collection, inputs, entry, beganMs };
  try {
    const existing = await findExisting(creation);
    const live = existing
      ? await takeOver(context, collection, existing, inputs)
      : await postSettled(creation);
    entry.made(live.id);
    return live;
  } catch (error) {
    if (error instanceof IncompleteError) entry.made(error.live.id);
    else if (!entry.interrupted && isCertain(error)) entry.dropped();
    throw error;
  }
}

/** Whether nothing is left at the service that the next run would have to look for. */
function isCertain(error: unknown): boolean {
  return (
    !(error instanceof IdmError) ||
    (error.code !== "ERR_IDM_UNKNOWN_OUTCOME" && error.code !== "ERR_IDM_AMBIGUOUS")
  );
}

/** What is there before anything is sent, where there is reason to look. */
async function findExisting(creation: Creation): Promise<RemoteItem | undefined> {
  const { interrupted } = creation.entry;
  const earlier = interrupted && (await settleInterrupted(creation, interrupted));
  if (earlier || creation.inputs.adopt !== true) return earlier;
  return findOne(creation, 0);
}

/** POSTs, and finds out what became of it where the answer does not say. */
async function postSettled(creation: Creation): Promise<RemoteItem> {
  const { context, collection, inputs, entry } = creation;
  for (let round = 1; ; round++) {
    try {
      return await postItem(context, collection, inputs);
    } catch (error) {
      const mayExist = round > 1 || entry.interrupted !== undefined;
      const unknown = asUnknown(error, mayExist);
      const found = await settle(creation, unknown);
      if (found) return takeOver(context, collection, found, inputs);
      if (round === maxCreates || isConflict(error)) throw notCreated(unknown);
    }
  }
}

async function postItem(context: Context, collection: Collection, inputs: Props): Promise<RemoteItem> {
  const call: ApiCall = {
    method: "POST",
    path: collection.path,
    body: collection.toWire(inputs),
    scope: `create:${collection.scope}`,
    workaround: `If the ${collection.noun} exists, ${collection.adoptHint}.`,
    remedies: { ...commonRemedies, 409: onConflict(collection, inputs) },
  };
  try {
    const body = await context.client.request(call, context.operation);
    return parseItem(call, collection, body);
  } catch (error) {
    if (error instanceof ResponseShapeError) throw new UnknownOutcomeError(error.message, { cause: error });
    throw error;
  }
}

/** Rethrows what is certain. A conflict is not when an earlier request may have been acted on late: it may be with ourselves. */
function asUnknown(error: unknown, mayExist: boolean): UnknownOutcomeError {
  if (error instanceof UnknownOutcomeError) return error;
  if (mayExist && isConflict(error)) return new UnknownOutcomeError(error.message, { cause: error });
  throw error;
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

function onConflict({ naturalKey, noun, adoptHint }: Collection, inputs: Props): string {
  return `If a ${noun} with ${naturalKey.describe(inputs)} exists, ${adoptHint}; if the account has reached its limit, remove one or have the limit raised.`;
}

/** Each look-up has shown that nothing was created: the failure is plain, and its reason is what the last request met. */
function notCreated(unknown: UnknownOutcomeError): unknown {
  return unknown.cause instanceof IdmError ? unknown.cause : unknown;
}
