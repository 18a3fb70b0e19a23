import type { ApiCall } from "./client/client.ts";
import { type Collection, parseItem, readItem, updateItem } from "./collection.ts";
import { defaultOf, isDeclared, sameValue } from "./compare.ts";
import { ApiError, IdmError, ResponseShapeError, UnknownOutcomeError } from "./errors.ts";
import type { Props } from "./handlers.ts";
import type { Interrupted } from "./journal.ts";
import { findAll } from "./lookup.ts";
import { type Context, IncompleteError, type Live } from "./resource.ts";
import { compact } from "./state.ts";

/** How often a create is sent when a look-up has shown each time that the one before did nothing. */
const maxCreates = 3;

/**
 * Makes a new item with a POST. One that an earlier process was killed in, or whose outcome is unknown, is looked up first;
 * with `adopt`, one that exists is taken over.
 */
export async function createItem(context: Context, collection: Collection, inputs: Props): Promise<Live> {
  const startedMs = Date.now();
  const entry = context.journal.begin([
    context.client.settings.baseUrl,
    collection.path,
    collection.naturalKey.describe(inputs),
  ]);
  try {
    const existing = await findExisting(context, collection, inputs, entry.interrupted);
    const live = existing ?? (await postSettled(context, collection, inputs, startedMs));
    entry.made(live.id);
    return live;
  } catch (error) {
    if (error instanceof IncompleteError) entry.made(error.live.id);
    else if (!(error instanceof UnknownOutcomeError) && !entry.interrupted) entry.dropped();
    throw error;
  }
}

/** What is there before anything is sent, where there is reason to look. */
async function findExisting(
  context: Context,
  collection: Collection,
  inputs: Props,
  interrupted: Interrupted | undefined,
): Promise<Live | undefined> {
  if (!interrupted && inputs.adopt !== true) return undefined;
  const sinceMs = interrupted && inputs.adopt !== true ? interrupted.beganMs : 0;
  const known =
    interrupted?.id === undefined ? undefined : await readItem(context, collection, interrupted.id);
  const found = known ?? (await findOne(context, collection, inputs, sinceMs));
  if (!found) return undefined;
  if (inputs.adopt !== true)
    context.operation.warn(
      `an earlier run was cut off while it was made. The ${collection.noun} ${found.id} of that run is taken over.`,
    );
  return takeOver(context, collection, found, inputs);
}

/** POSTs, and finds out what became of it where the answer does not say. */
async function postSettled(
  context: Context,
  collection: Collection,
  inputs: Props,
  startedMs: number,
): Promise<Live> {
  for (let round = 1; ; round++) {
    try {
      return await postItem(context, collection, inputs);
    } catch (error) {
      const unknown = unknownOutcome(error, round);
      if (!unknown) throw error;
      const settled = await settleCreate(context, collection, inputs, startedMs, unknown);
      if (settled) return settled;
      if (round === maxCreates || unknown !== error) throw notCreated(unknown);
    }
  }
}

/** A conflict after an earlier round is as good as an unknown outcome: that round may have come through late. */
function unknownOutcome(error: unknown, round: number): UnknownOutcomeError | undefined {
  if (error instanceof UnknownOutcomeError) return error;
  const isLate = round > 1 && error instanceof ApiError && error.status === 409;
  return isLate ? new UnknownOutcomeError(error.message, { cause: error }) : undefined;
}

async function postItem(context: Context, collection: Collection, inputs: Props): Promise<Live> {
  const call: ApiCall = {
    method: "POST",
    path: collection.path,
    body: collection.toWire(inputs),
    scope: `create:${collection.scope}`,
    wayRound: `None can be made here: ${collection.adoptHint}.`,
  };
  try {
    const body = await context.client.request(call, context.operation);
    return parseItem(call, collection, body);
  } catch (error) {
    if (error instanceof ResponseShapeError) throw new UnknownOutcomeError(error.message, { cause: error });
    if (error instanceof ApiError && error.status === 409) throw conflict(error, collection, inputs);
    throw error;
  }
}

/** Finds out what became of a create. Undefined: nothing was created, and it may be sent again. */
async function settleCreate(
  context: Context,
  collection: Collection,
  inputs: Props,
  sinceMs: number,
  unknown: UnknownOutcomeError,
): Promise<Live | undefined> {
  const key = collection.naturalKey.describe(inputs);
  const found = await findTwice(context, collection, inputs, sinceMs).catch((error: Error) => {
    throw error instanceof IdmError && error.code === "ERR_IDM_AMBIGUOUS"
      ? error
      : unsettled(collection, unknown, key, error);
  });
  if (!found) return undefined;
  context.operation.warn(
    `the answer to its creation was lost (${unknown.message}). A ${collection.noun} with ${key} exists, id ${found.id}: it is taken over.`,
  );
  return takeOver(context, collection, found, inputs);
}

/** A service may still be acting on a request whose answer was lost: absence counts when it is seen twice, this long apart. */
const secondLookMs = 1_000;

async function findTwice(
  context: Context,
  collection: Collection,
  inputs: Props,
  sinceMs: number,
): Promise<Live | undefined> {
  const first = await findOne(context, collection, inputs, sinceMs);
  if (first) return first;
  await context.operation.wait(secondLookMs, "");
  return findOne(context, collection, inputs, sinceMs);
}

/** The one item with the natural key of `inputs`; throws `ERR_IDM_AMBIGUOUS` for several. */
async function findOne(
  context: Context,
  collection: Collection,
  inputs: Props,
  sinceMs: number,
): Promise<Live | undefined> {
  const key = collection.naturalKey;
  const call: ApiCall = { ...listCall(collection), query: key.query?.(inputs) };
  const items = await findAll(context, call, (item) => collection.wire.safeParse(item).data);
  // Two roles of one program may have the same name: what is another resource's already cannot be this one.
  const free = inputs.adopt === true ? items : items.filter((live) => !context.journal.isTaken(live.id));
  const matching = free.filter((live) => key.matches(live, inputs, sinceMs));
  if (matching.length > 1) throw ambiguous(collection, key.describe(inputs), matching);
  return matching[0];
}

/** Makes an item that exists ours: what is declared is brought to it, with a PATCH where something differs. */
async function takeOver(context: Context, collection: Collection, live: Live, inputs: Props): Promise<Live> {
  const differing = Object.entries(collection.fields).filter(([name, field]) => {
    if (field.onChange === "ignore" || !isDeclared(inputs, name)) return false;
    const current = live.props[name] ?? defaultOf(field, inputs);
    // What the service does not name is no reason to refuse an item; a PATCH makes sure of it.
    if (current === undefined) return field.onChange === "update";
    return !sameValue(field, current, inputs[name]);
  });
  const fixed = differing.find(([, field]) => field.onChange === "replace");
  if (fixed) throw new IncompatibleError(collection.noun, live, fixed[0], inputs[fixed[0]]);
  if (differing.length === 0) return live;
  try {
    const patched = await updateItem(
      context,
      collection,
      live.id,
      Object.fromEntries(differing.map(([name]) => [name, inputs[name]])),
    );
    return { id: live.id, props: { ...live.props, ...compact(patched.props) } };
  } catch (error) {
    throw error instanceof IdmError ? new IncompleteError(live, error) : error;
  }
}

function listCall(collection: Collection): ApiCall {
  const wayRound = "Without it nothing can be looked up: leave out adopt.";
  return { method: "GET", path: collection.path, scope: `read:${collection.scope}`, wayRound };
}

function conflict(error: ApiError, collection: Collection, inputs: Props): ApiError {
  const key = collection.naturalKey.describe(inputs);
  return new ApiError(
    `${error.message} If a ${collection.noun} with ${key} exists, ${collection.adoptHint}; if the account has reached its limit, remove one or have the limit raised.`,
    error,
    error.code,
    { cause: error },
  );
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

/** Each look-up has shown that nothing was created: the failure is plain, and its reason is what the last request met. */
function notCreated(unknown: UnknownOutcomeError): unknown {
  return unknown.cause instanceof IdmError ? unknown.cause : unknown;
}

function ambiguous(collection: Collection, key: string, found: readonly Live[]): IdmError {
  const ids = found.map((live) => live.id).join(", ");
  return new IdmError(
    "ERR_IDM_AMBIGUOUS",
    `${found.length} ${collection.noun}s with ${key} exist (${ids}), and which one is meant cannot be told. Remove or rename all but one, then run pulumi up again.`,
  );
}

class IncompatibleError extends IdmError {
  constructor(noun: string, live: Live, key: string, wanted: unknown) {
    super(
      "ERR_IDM_INPUT",
      `The ${noun} ${live.id} exists with ${key} ${JSON.stringify(live.props[key] ?? null)}, the program declares ${JSON.stringify(wanted)}, and it cannot be changed in place. Declare what exists, or delete the ${noun} at the service so that it is made anew.`,
    );
  }
}
