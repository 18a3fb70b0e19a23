import type { ApiCall } from "../client/api-call.ts";
import { IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import { adoptItem } from "./adopt.ts";
import { scopeOf } from "./collection-request.ts";
import { conflictRemedy } from "./conflict-remedy.ts";
import type { Context, RemoteItem } from "./context.ts";
import { type Creation, keyOf } from "./creation.ts";
import type { Props } from "./handlers.ts";
import { UnusableIdError } from "./item-id.ts";
import { commonRemedies, parseItem } from "./item-requests.ts";
import type { Content } from "./journal-key.ts";
import { journaled } from "./journaled.ts";
import { adoptHintOf, describeKey, itemsWithKey, onlyOne } from "./natural-key.ts";
import { UnmanageableItemError } from "./outcome.ts";
import type { CollectionResource } from "./resource.ts";
import { isConflict, isSlow, settle, settleInterrupted, warnOfTwin } from "./settle.ts";
import { toWire } from "./wire.ts";

/** How often a create is sent when lookups after each request show that nothing was created. */
const maxPosts = 3;

/** The same after an answer that did not come in time: each request may still be done, and give an item more. */
const maxSlowPosts = 2;

/**
 * Creates an item with a POST. Looks for an existing item first when an earlier process was killed during this
 * create, or when the program declares `adopt: true`. When the outcome of the POST is unknown, looks for its item too.
 * Throws `UnknownOutcomeError` when the outcome stays unknown.
 */
export function createItem(
  context: Context,
  resource: CollectionResource,
  inputs: Props,
): Promise<RemoteItem> {
  const place = resource.collection.path;
  const naturalKey = describeKey(resource, inputs);
  const isSecret = context.isSecret(resource.collection.naturalKey.property);
  const label = isSecret ? resource.noun : `${resource.noun} with ${naturalKey}`;
  const create = { place, naturalKey, label, content: publicInputs(context, inputs) };
  // Names that differ in case only may be one at the service.
  return context.ownership.inTurn([place, naturalKey.toLowerCase()], context.operation.signal, () =>
    journaled(context, create, async (entry) => {
      const { interrupted } = entry;
      const creation = { context, resource, inputs, interrupted, beganMs: Date.now() };
      const existing = await findExisting(creation);
      if (existing) return existing;
      entry.send();
      return postAndSettle(creation);
    }),
  );
}

/** Short secrets could be guessed from the journal's hash. */
function publicInputs(context: Context, inputs: Props): Content {
  return Object.entries(inputs)
    .filter(([name, value]) => value !== undefined && !context.isSecret(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** The item that exists before the POST. Sends nothing unless there is a reason to look for one. */
async function findExisting(creation: Creation): Promise<RemoteItem | undefined> {
  const { interrupted } = creation;
  const left = interrupted && (await settleInterrupted(creation, interrupted));
  if (left) return takenItem(creation, left, interrupted.id !== undefined);
  if (creation.inputs.adopt !== true) return undefined;
  const { context, resource, inputs } = creation;
  const existing = onlyOne(resource, inputs, await itemsWithKey(context, resource, inputs));
  return existing && takenItem(creation, existing, true);
}

/** The item as the state gets it. It is changed only when it is certainly meant. */
function takenItem(
  creation: Creation,
  item: RemoteItem,
  isCertain: boolean,
): RemoteItem | Promise<RemoteItem> {
  const { context, resource, inputs } = creation;
  context.ownership.take(keyOf(resource, item), context.who);
  context.addSecretsOf(item.props);
  if (isCertain || inputs.adopt === true) return adoptItem(context, resource, item, inputs);
  return { ...item, isGuess: item.createdAt === undefined };
}

/** Sends the POST. When its outcome is unknown, looks for the item, and repeats the POST if there is none. */
async function postAndSettle(creation: Creation): Promise<RemoteItem> {
  let wasSlow = false;
  for (let round = 1; ; round++) {
    try {
      const item = await postItem(creation);
      if (round > 1) await warnOfTwin(creation, item);
      return item;
    } catch (error) {
      const mayExist = round > 1 || creation.interrupted !== undefined;
      const unknown = asUnknownOutcome(error, mayExist);
      const found = await settle(creation, unknown);
      if (found) return takenItem(creation, found, false);
      wasSlow ||= isSlow(unknown);
      if (round >= (wasSlow ? maxSlowPosts : maxPosts) || isConflict(error)) throw lastError(unknown);
    }
  }
}

/** Nothing was created: the error of the last request is the one to report. A slow service may still create it. */
function lastError(unknown: UnknownOutcomeError): IdmError {
  return unknown.cause instanceof IdmError && !isSlow(unknown) ? unknown.cause : unknown;
}

async function postItem({ context, resource, inputs }: Creation): Promise<RemoteItem> {
  const { collection } = resource;
  const call: ApiCall = {
    method: "POST",
    path: collection.path,
    body: toWire(resource, inputs),
    scope: scopeOf(collection, "create"),
    workaround: `If the ${resource.noun} exists, ${adoptHintOf(resource)}.`,
    remedies: { ...commonRemedies, 409: conflictRemedy(resource, inputs) },
  };
  const item = await requestItem(context, resource, call);
  context.ownership.take(keyOf(resource, item), context.who);
  return item;
}

async function requestItem(
  context: Context,
  resource: CollectionResource,
  call: ApiCall,
): Promise<RemoteItem> {
  const body = await context.client.request(call, context.operation);
  try {
    return parseItem(call, resource, body);
  } catch (error) {
    if (error instanceof UnusableIdError) throw new UnmanageableItemError(resource.noun, error);
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
