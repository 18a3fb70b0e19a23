// What the user is told of a create whose outcome is, or stays, unknown.
import { ApiError, asSentence, IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import type { RemoteItem } from "./context.ts";
import type { Creation, Sent } from "./creation.ts";
import type { Interrupted } from "./journal.ts";
import { timeText } from "./journal-messages.ts";
import { adoptHintOf, describeKey } from "./natural-key.ts";
import { FinalUnknownError } from "./outcome.ts";

/** Without a time of creation, an item made by hand with the same values looks the same. */
export function doubt({ resource, inputs }: Creation, { id, createdAt }: RemoteItem): string {
  if (inputs.adopt === true || createdAt !== undefined) return "";
  return ` It has everything that was sent. If somebody else has created the ${resource.noun} ${id}, run pulumi state delete for this resource, or destroy deletes it.`;
}

/** An earlier create of the resource. */
export function lostText({ beganMs }: Pick<Interrupted, "beganMs">): string {
  return `An earlier run began its create at ${timeText(beganMs)} and got no answer`;
}

/** The item of an earlier run is adopted. */
export function foundText(creation: Creation, interrupted: Interrupted, found: RemoteItem): string {
  const { noun } = creation.resource;
  if (interrupted.id !== undefined)
    return `${knownText(creation, interrupted, found)} ${movedHint(creation)}`;
  const text = `${lostText(interrupted).replace("An", "an")}. The ${noun} ${found.id} is adopted.`;
  return text + doubt(creation, found);
}

/** The state was not stored, or it has another name now: nothing tells which. */
function knownText({ resource }: Creation, { beganMs }: Interrupted, { id }: RemoteItem): string {
  return `at ${timeText(beganMs)} a run of this stack got the ${resource.noun} ${id} for it, and this state does not have it: it is adopted.`;
}

function movedHint({ resource: { noun }, inputs }: Creation): string {
  const replaced =
    inputs.adopt === true
      ? "A replacement with adopt: true adopts the same item again: to get a new one, remove adopt first."
      : "If it was to be replaced (--replace, pulumi state taint), run the same command again.";
  return `After pulumi stack rename or pulumi state move, another stack may have the ${noun} too, and destroy of this one deletes it: run pulumi state delete for this resource then. ${replaced}`;
}

/** Another stack has the item: this one was renamed, or the resource was moved. */
export function elsewhereText({ resource }: Creation, { id, beganMs }: Interrupted, stack: string): string {
  return `at ${timeText(beganMs)} a run of this stack got the ${resource.noun} ${id} for it. The stack ${JSON.stringify(stack)} has that one now: it is not adopted.`;
}

/** The natural key has changed since. */
export function renamedText({ resource: { noun } }: Creation, { beganMs, label }: Interrupted): string {
  return `at ${timeText(beganMs)} a run was interrupted, or got no answer, while it created a ${label} for it, and the program has changed since. That ${noun} may exist at the service: look for it, and delete it there if nobody needs it.`;
}

/**
 * Whether no later look-up can succeed: the service itself has no list, or the list cannot be read for the second time,
 * after an earlier run. A missing scope can be granted, and a gateway's refusal passes.
 */
function isFinal(error: IdmError, { interrupted }: Creation): boolean {
  if (error instanceof ResponseShapeError) return interrupted !== undefined;
  if (!(error instanceof ApiError) || error.code !== "ERR_IDM_UNSUPPORTED_OPERATION") return false;
  return error.isOwn || [405, 501].includes(error.status);
}

/** The look-up has failed. */
export function unsettledError(
  creation: Creation,
  unknown: UnknownOutcomeError,
  lookupError: IdmError,
): UnknownOutcomeError {
  const { resource, inputs } = creation;
  const item = `a ${resource.noun} with ${describeKey(resource, inputs)}`;
  const failed = `${asSentence(unknown.message)} The lookup of the ${resource.noun} failed too: ${asSentence(lookupError.message)}`;
  return isFinal(lookupError, creation)
    ? new FinalUnknownError(
        `${failed} The next pulumi up creates a ${resource.noun} without another lookup. Check at the service first whether ${item} exists. If so, delete it there, or make the lookup work and ${adoptHintOf(resource)}`,
        { cause: unknown },
      )
    : new UnknownOutcomeError(
        `${failed} Run pulumi up again: it looks again before it creates one. If the lookup stays impossible, look at the service. If ${item} is not there, give the resource another name in the program`,
        { cause: unknown },
      );
}

/** An item of which nothing says whose it is. */
export function unclearError(
  { resource, inputs }: Creation,
  sent: Sent,
  { id }: RemoteItem,
): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${lostText(sent)}, and the program has changed since. The ${resource.noun} ${id} with ${describeKey(resource, inputs)} may be of that run, or of somebody else. Look at it with GET ${resource.collection.path}/${id}. If it is yours, ${adoptHintOf(resource)} or delete it; if not, rename one of them. Then run pulumi up again`,
  );
}

/** The item that an earlier run got is not as the program declares it: somebody else may use it now. */
export function changedError(
  { resource: { noun, collection } }: Creation,
  { beganMs }: Interrupted,
  { id }: RemoteItem,
): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `At ${timeText(beganMs)} a run of this stack got the ${noun} ${id} for it, this state does not have it, and the ${noun} has other values than the program declares. It is not changed. Look at it with GET ${collection.path}/${id}. To keep it, declare its values and run pulumi up; to have a new one, delete it there, or, if somebody else uses it now, give the resource another name in the program`,
  );
}

/** Several items may be that of a create without an answer. */
export function severalError(
  { resource, inputs }: Creation,
  sent: Sent,
  found: readonly RemoteItem[],
): IdmError {
  const ids = found.map(({ id }) => id).join(", ");
  const why = sent.isRecent ? `Its create, sent at ${timeText(sent.beganMs)}, got no answer` : lostText(sent);
  return new IdmError(
    "ERR_IDM_AMBIGUOUS",
    `${why}. ${found.length} ${resource.noun}s with ${describeKey(resource, inputs)} have everything that was sent (${ids}). At most one is of that create. The others may be somebody else's, or of resources that the program no longer declares: pulumi up --refresh tells those apart. Nothing was changed. If it does not help, look at the service when and by whom each was created, then give this resource another ${resource.collection.naturalKey.property}, or rename those that it shall not have, and run pulumi up again`,
  );
}

/** The next run has to look again. */
export function laterError(
  { resource, context }: Creation,
  unknown: UnknownOutcomeError,
): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${asSentence(unknown.message)} No ${resource.noun} of it was found so far, and no time is left to look again. Run pulumi up again: it looks once more before it creates one. To give it more time, raise ${context.operation.limitName}`,
    { cause: unknown },
  );
}

/** An item that the create may have made, if the service has changed its values. */
export function alikeError({ resource, inputs }: Creation, { id }: RemoteItem): UnknownOutcomeError {
  const { noun, collection } = resource;
  return new UnknownOutcomeError(
    `The create of a ${noun} with ${describeKey(resource, inputs)} got no answer, and the ${noun} ${id} differs from it in spaces, case or Unicode form only: the service may have changed what was sent, or it is somebody else's. Nothing is sent again. Look at it with GET ${collection.path}/${id}. If it is yours, declare its values as the service shows them and ${adoptHintOf(resource)}; if not, rename one of them. Then run pulumi up again`,
  );
}
