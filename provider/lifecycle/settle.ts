// Finds out what became of a create whose outcome is unknown.
import { ApiError, IdmError, TimeoutError, UnknownOutcomeError } from "../errors.ts";
import { otherStackWith } from "./backend.ts";
import type { RemoteItem } from "./context.ts";
import { type Creation, keyOf, type Sent } from "./creation.ts";
import { readItem } from "./item-requests.ts";
import type { Interrupted } from "./journal.ts";
import { describeKey, hasKey, itemsLikeKey, itemsWithKey } from "./natural-key.ts";
import {
  alikeError,
  changedError,
  doubt,
  elsewhereText,
  foundText,
  laterError,
  lostText,
  renamedText,
  severalError,
  unclearError,
  unsettledError,
} from "./settle-messages.ts";
import { hasAllSent, type Verdict, verdictOn } from "./verdict.ts";

/**
 * Finds the item of a create whose outcome is unknown. Undefined: nothing was created, and the create may be sent
 * again. Throws `UnknownOutcomeError` when the outcome stays unknown, and an `ERR_IDM_AMBIGUOUS` error when several
 * items may be the one.
 */
export async function settle(
  creation: Creation,
  unknown: UnknownOutcomeError,
): Promise<RemoteItem | undefined> {
  const { resource, inputs, context, beganMs } = creation;
  const sent: Sent = { beganMs, sameContent: true, isRecent: true };
  const delays = isSlow(unknown) || isConflict(unknown.cause) ? context.looks.slow : context.looks.lost;
  const found = await orUnsettled(creation, unknown, look(creation, sent, unknown, delays));
  // It is settled: no advice, and no doubt about the outcome.
  const { withoutAdvice: why } = unknown.cause instanceof IdmError ? unknown.cause : unknown;
  if (found)
    context.operation.warn(
      `the response to its create was lost (${why}). A ${resource.noun} with ${describeKey(resource, inputs)} exists, id ${found.id}: it is adopted.${doubt(creation, found)}`,
    );
  return found;
}

/** Finds the item that an earlier process created. Result and errors are those of `settle`. */
export async function settleInterrupted(
  creation: Creation,
  interrupted: Interrupted,
): Promise<RemoteItem | undefined> {
  const { context } = creation;
  const unknown = new UnknownOutcomeError(lostText(interrupted));
  const found = await orUnsettled(creation, unknown, lookForInterrupted(creation, interrupted, unknown));
  if (found) context.operation.warn(foundText(creation, interrupted, found));
  return found;
}

async function lookForInterrupted(
  creation: Creation,
  interrupted: Interrupted,
  unknown: UnknownOutcomeError,
): Promise<RemoteItem | undefined> {
  const { context } = creation;
  const { id, beganMs, sameKey, sameContent } = interrupted;
  if (id !== undefined) return knownItem(creation, interrupted, id);
  // With another natural key, nothing says by which one to look.
  if (!sameKey) {
    context.operation.warn(renamedText(creation, interrupted));
    return undefined;
  }
  const sent: Sent = { beganMs, sameContent, isRecent: false };
  return look(creation, sent, unknown, context.looks.interrupted);
}

/** The item whose id the earlier process knew. Another one than the program declares is not changed. */
async function knownItem(
  creation: Creation,
  interrupted: Interrupted,
  id: string,
): Promise<RemoteItem | undefined> {
  const { context, resource, inputs } = creation;
  if (context.ownership.isTaken(keyOf(resource, { id }), context.who)) return undefined;
  const other = inputs.adopt === true ? undefined : otherStackWith(id, context.who.resource ?? "");
  if (other !== undefined) {
    context.operation.warn(elsewhereText(creation, interrupted, other));
    return undefined;
  }
  const item = await readItem(context, resource, id);
  if (!item || inputs.adopt === true || interrupted.isAsSent(item.props) || hasAllSent(creation, item))
    return item;
  throw changedError(creation, interrupted, item);
}

/** Whether the service may still work on the request: it did not answer in time, or its gateway did not wait for it. */
export function isSlow({ cause }: UnknownOutcomeError): boolean {
  return cause instanceof TimeoutError || (cause instanceof ApiError && [408, 504].includes(cause.status));
}

/** Whether the service says that the item exists. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Looks at once, and again after each delay. An item of somebody else explains a conflict: it ends the look. */
async function look(
  creation: Creation,
  sent: Sent,
  unknown: UnknownOutcomeError,
  delaysMs: readonly number[],
): Promise<RemoteItem | undefined> {
  for (const delayMs of [0, ...delaysMs]) {
    // A shorter look would not show that nothing was created.
    if (!(await pause(creation, delayMs))) throw laterError(creation, unknown);
    const judged = await judgedItems(creation, sent);
    const found = oursOf(creation, sent, judged);
    if (found || (judged.length > 0 && isConflict(unknown.cause))) return found;
  }
  return lookForAlike(creation, sent);
}

/** The last look, at the whole list: a service that changes names has the item under another one. */
async function lookForAlike(creation: Creation, sent: Sent): Promise<RemoteItem | undefined> {
  const { resource, inputs } = creation;
  const judged = await judgedItems(creation, sent, itemsLikeKey);
  const found = oursOf(
    creation,
    sent,
    judged.filter(({ item }) => hasKey(resource, item, inputs)),
  );
  const alike = judged.find(({ verdict }) => verdict !== "other");
  if (!found && alike) throw alikeError(creation, alike.item);
  return found;
}

/** Returns false when no time is left for the delay. */
async function pause({ context: { operation, stop } }: Creation, delayMs: number): Promise<boolean> {
  if (delayMs === 0) return true;
  if (stop.aborted || operation.remainingMs <= delayMs) return false;
  await operation.wait(delayMs, "");
  return true;
}

function oursOf(creation: Creation, sent: Sent, judged: readonly Judged[]): RemoteItem | undefined {
  const { context, resource } = creation;
  const ours = judged.filter(({ verdict }) => verdict === "ours").map(({ item }) => item);
  if (ours.length > 1) throw severalError(creation, sent, ours);
  const [found] = ours;
  const unclear = judged.find(({ verdict }) => verdict === "unclear");
  if (!found && unclear)
    throw sent.sameContent ? alikeError(creation, unclear.item) : unclearError(creation, sent, unclear.item);
  if (found) context.ownership.take(keyOf(resource, found), context.who);
  return found;
}

interface Judged {
  readonly item: RemoteItem;
  readonly verdict: Verdict;
}

async function judgedItems(creation: Creation, sent: Sent, list = itemsWithKey): Promise<Judged[]> {
  const { context, resource, inputs } = creation;
  const items = await list(context, resource, inputs);
  return Promise.all(items.map(async (item) => ({ item, verdict: await verdictOn(creation, sent, item) })));
}

/**
 * Looks once more after a create was repeated, because the first request may have been done late, or its item listed
 * late. Warns of a second item.
 */
export async function warnOfTwin(creation: Creation, made: RemoteItem): Promise<void> {
  const { context, resource, inputs } = creation;
  // The create has succeeded: a look-up that fails does not matter.
  const twin = await twinOf(creation, made).catch(() => undefined);
  if (twin)
    context.operation.warn(
      `its create was repeated, because the first request got no answer. Now two ${resource.noun}s with ${describeKey(resource, inputs)} exist: ${made.id}, which this resource has, and ${twin.id}. If the service was only slow, delete ${twin.id} there.`,
    );
}

/** A list that does not show the new item yet may not show an earlier one either: looks until it does. */
async function twinOf(creation: Creation, made: RemoteItem): Promise<RemoteItem | undefined> {
  const sent: Sent = { beganMs: creation.beganMs, sameContent: true, isRecent: true };
  for (const delayMs of [0, ...creation.context.looks.slow]) {
    if (!(await pause(creation, delayMs))) break;
    const judged = await judgedItems(creation, sent);
    const twin = judged.find(({ item, verdict }) => verdict === "ours" && item.id !== made.id);
    if (twin || judged.some(({ item }) => item.id === made.id)) return twin?.item;
  }
  return undefined;
}

/**
 * When the lookup fails, the outcome stays unknown: throws `UnknownOutcomeError`, and the next run looks again. When
 * the service refuses the lookup itself, the next run would be refused too: the journal forgets the create.
 */
async function orUnsettled<T>(
  creation: Creation,
  unknown: UnknownOutcomeError,
  lookup: Promise<T>,
): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof IdmError) || isTold(error)) throw error;
    throw unsettledError(creation, unknown, error);
  }
}

/** Whether the error is the result of a look-up, not its failure. */
function isTold({ code }: IdmError): boolean {
  return ["ERR_IDM_AMBIGUOUS", "ERR_IDM_UNKNOWN_OUTCOME", "ERR_IDM_INPUT"].includes(code);
}
