import type { z } from "zod";
import type { ApiCall } from "./client/client.ts";
import { type Path, path } from "./client/path.ts";
import { type Fields, isDeclared, sameValue } from "./compare.ts";
import { ApiError, IdmError, ResponseShapeError, UnknownOutcomeError } from "./errors.ts";
import type { Props } from "./handlers.ts";
import { findAll } from "./lookup.ts";
import { type Context, IncompleteError, type Live } from "./resource.ts";

/** A REST collection of the service, and how its items look in a program. */
export interface Collection {
  /** `/roles` */
  readonly path: Path;
  /** What one item is called in messages: `role`. */
  readonly noun: string;
  /** The resource part of its scopes: `create:<scope>`. */
  readonly scope: string;
  readonly fields: Fields;
  /** Shape of an item as the service answers it; the id is required, everything else may be missing. */
  readonly wire: z.ZodType<Live>;
  /** Body of a create or an update. */
  readonly toWire: (inputs: Props) => Props;
  /** How an item is found again without its id; absent where nothing identifies it. */
  readonly naturalKey?: NaturalKey;
}

export interface NaturalKey {
  /** `name "admin"`, for messages. */
  readonly describe: (inputs: Props) => string;
  readonly query?: (inputs: Props) => Record<string, string>;
  readonly matches: (live: Live, inputs: Props) => boolean;
}

/** How often a create is sent when a look-up has shown each time that the one before did nothing. */
const maxCreates = 3;

/** POSTs a new item. An unknown outcome is settled by looking the item up; with `adopt`, one that exists is taken over. */
export async function createItem(context: Context, collection: Collection, inputs: Props): Promise<Live> {
  if (inputs.adopt === true) {
    const existing = await findOne(context, collection, inputs);
    if (existing) return takeOver(context, collection, existing, inputs);
  }
  for (let round = 1; ; round++) {
    try {
      return await postItem(context, collection, inputs);
    } catch (error) {
      if (!(error instanceof UnknownOutcomeError)) throw error;
      const settled = await settleCreate(context, collection, inputs, error);
      if (settled) return settled;
      if (round === maxCreates) throw notCreated(error);
    }
  }
}

/** Undefined when the service has no such item (404). */
export async function readItem(
  context: Context,
  collection: Collection,
  id: string,
): Promise<Live | undefined> {
  const call = itemCall(collection, "GET", id);
  try {
    return parseItem(call, collection, await context.client.request(call, context.operation));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

export async function updateItem(
  context: Context,
  collection: Collection,
  id: string,
  patch: Props,
): Promise<Live> {
  const call: ApiCall = { ...itemCall(collection, "PATCH", id), body: collection.toWire(patch) };
  const body = await context.client.request(call, context.operation);
  return body === undefined ? { id, props: {} } : { ...parseItem(call, collection, body, id), id };
}

/** An item that is gone already counts as deleted. */
export async function deleteItem(context: Context, collection: Collection, id: string): Promise<void> {
  try {
    await context.client.request(itemCall(collection, "DELETE", id), context.operation);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Reads what the service says of an item; `id` stands in where an answer to an item's own path names none. */
export function parseItem(
  call: ApiCall,
  collection: Pick<Collection, "wire" | "noun">,
  body: unknown,
  id?: string,
): Live {
  const parsed = collection.wire.safeParse(body);
  if (parsed.success) return parsed.data;
  if (id !== undefined) return { id, props: {} };
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new ResponseShapeError(
    `${call.method} ${call.path}: the answer is not a ${collection.noun}${where}: ${issue?.message}`,
  );
}

async function postItem(context: Context, collection: Collection, inputs: Props): Promise<Live> {
  const call: ApiCall = {
    method: "POST",
    path: collection.path,
    body: collection.toWire(inputs),
    scope: `create:${collection.scope}`,
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
  unknown: UnknownOutcomeError,
): Promise<Live | undefined> {
  const key = collection.naturalKey;
  if (!key) throw unsettled(collection, unknown);
  const found = await findTwice(context, collection, inputs).catch((error: Error) => {
    throw error instanceof IdmError && error.code === "ERR_IDM_AMBIGUOUS"
      ? error
      : unsettled(collection, unknown, key.describe(inputs), error);
  });
  if (!found) return undefined;
  context.operation.warn(
    `the answer to its creation was lost (${unknown.message}). A ${collection.noun} with ${key.describe(inputs)} exists, id ${found.id}: it is taken over.`,
  );
  return takeOver(context, collection, found, inputs);
}

/** A service may still be acting on a request whose answer was lost: absence counts when it is seen twice, this long apart. */
const secondLookMs = 1_000;

async function findTwice(context: Context, collection: Collection, inputs: Props): Promise<Live | undefined> {
  const first = await findOne(context, collection, inputs);
  if (first) return first;
  await context.operation.wait(secondLookMs, "");
  return findOne(context, collection, inputs);
}

/** The one item with the natural key of `inputs`; throws `ERR_IDM_AMBIGUOUS` for several. */
async function findOne(context: Context, collection: Collection, inputs: Props): Promise<Live | undefined> {
  const key = collection.naturalKey;
  if (!key) return undefined;
  const call: ApiCall = { ...listCall(collection), query: key.query?.(inputs) };
  const items = await findAll(context, call, (item) => collection.wire.safeParse(item).data);
  const matching = items.filter((live) => key.matches(live, inputs));
  if (matching.length > 1) throw ambiguous(collection, key.describe(inputs), matching);
  return matching[0];
}

/** Makes an item that exists ours: what is declared is brought to it, with a PATCH where something differs. */
async function takeOver(context: Context, collection: Collection, live: Live, inputs: Props): Promise<Live> {
  const differing = Object.entries(collection.fields).filter(([name, field]) => {
    if (field.onChange === "ignore" || !isDeclared(inputs, name)) return false;
    const current =
      live.props[name] ?? (typeof field.default === "function" ? field.default(inputs) : field.default);
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
    return { id: live.id, props: { ...live.props, ...patched.props } };
  } catch (error) {
    throw error instanceof IdmError ? new IncompleteError(live, error) : error;
  }
}

function itemCall(collection: Collection, method: "GET" | "PATCH" | "DELETE", id: string): ApiCall {
  const action = { GET: "read", PATCH: "update", DELETE: "delete" }[method];
  const item = `${collection.path}${path`/${id}`}` as Path;
  return { method, path: item, scope: `${action}:${collection.scope}`, wayRound: wayRound[method] };
}

function listCall(collection: Collection): ApiCall {
  return { method: "GET", path: collection.path, scope: `read:${collection.scope}` };
}

const wayRound = {
  GET: "It cannot be refreshed or read: run pulumi without --refresh, or leave it out with --exclude.",
  PATCH:
    "It cannot be changed in place: make the change at the service and in the program, or replace it with pulumi up --replace URN.",
  DELETE: "It cannot be deleted: remove it at the service, then from the state with pulumi state delete URN.",
};

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

function conflict(error: ApiError, collection: Collection, inputs: Props): ApiError {
  const key = collection.naturalKey?.describe(inputs) ?? "these properties";
  return new ApiError(
    `${error.message} If a ${collection.noun} with ${key} exists, take it over with adopt: true; if the account has reached its limit, remove one or have the limit raised.`,
    error,
    error.code,
    { cause: error },
  );
}

function unsettled(
  collection: Collection,
  unknown: UnknownOutcomeError,
  key?: string,
  why?: Error,
): UnknownOutcomeError {
  const look = why ? ` Looking it up failed too: ${why.message.replace(/\.?$/, ".")}` : "";
  const advice = key
    ? `Check at the service whether a ${collection.noun} with ${key} exists. If so, take it over with adopt: true; if not, run pulumi up again.`
    : `Check at the service whether the ${collection.noun} was made. If so, remove it there or name its id in the program; then run pulumi up again.`;
  return new UnknownOutcomeError(`${unknown.message}.${look} ${advice}`, { cause: unknown });
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
