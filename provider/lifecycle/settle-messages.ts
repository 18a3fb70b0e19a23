// What the user is told of a create whose outcome is, or stays, unknown.
import { ApiError, asSentence, type IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import type { RemoteItem } from "./context.ts";
import type { Creation } from "./creation.ts";
import type { Interrupted } from "./journal.ts";
import { adoptHintOf, describeKey } from "./natural-key.ts";
import { FinalUnknownError } from "./outcome.ts";

/** Without a time of creation, an item made by hand with the same values looks the same. */
export function doubt({ resource, inputs }: Creation, { id, createdAt }: RemoteItem): string {
  if (inputs.adopt === true || createdAt !== undefined) return "";
  return ` It has everything that was sent. If somebody else has created the ${resource.noun} ${id}, run pulumi state delete for this resource, or destroy deletes it.`;
}

/** The item of an earlier run is adopted. */
export function foundText(creation: Creation, { ended, id }: Interrupted, found: RemoteItem): string {
  const { noun } = creation.resource;
  if (ended && id !== undefined)
    return `an earlier run created the ${noun} ${id}, and no state was seen with it since: it is adopted. ${replaceHint}`;
  const text = `an earlier run was interrupted during its create. The ${noun} ${found.id} of that run is adopted.`;
  return id === undefined ? text + doubt(creation, found) : text;
}

/** The engine does not say that a create replaces a resource. It then deletes the old one, which ends the doubt. */
export const replaceHint =
  "If it was to be replaced (--replace, pulumi state taint), run the same command again.";

/**
 * Whether the next look-up would fail too: the service refuses it (a token request can fail with the same status), or
 * the list cannot be read for the second time, after an earlier run.
 */
function isFinal(error: IdmError, { resource, interrupted }: Creation): boolean {
  if (error instanceof ResponseShapeError) return interrupted !== undefined;
  if (!(error instanceof ApiError) || !error.path.startsWith(resource.collection.path)) return false;
  return [400, 403, 404, 405, 422, 501].includes(error.status);
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
    : new UnknownOutcomeError(`${failed} Run pulumi up again: it looks again before it creates one`, {
        cause: unknown,
      });
}

/** An item of which nothing says whose it is. */
export function unclearError({ resource, inputs }: Creation, { id }: RemoteItem): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `An earlier run was interrupted during its create, and the program has changed since. The ${resource.noun} ${id} with ${describeKey(resource, inputs)} may be of that run, or of somebody else. Look at it with GET ${resource.collection.path}/${id}. If it is yours, ${adoptHintOf(resource)} or delete it; if not, rename one of them. Then run pulumi up again`,
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
