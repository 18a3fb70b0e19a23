// What the user is told of creates in the journal that no state is known to have.
import type { CutCreate, Leftover } from "./journal-lines.ts";

/** A UNIX time in milliseconds, for the user: `2026-01-31 12:00 UTC`. */
export function timeText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Whose create it was: the URN. */
function ownerText({ resource }: Leftover): string {
  // The organization comes first.
  return resource === undefined ? "a program" : resource.slice(resource.indexOf("urn:"));
}

/** `label` begins with the noun. The id is known when the service had answered. */
function itemText({ id, label }: Leftover): string {
  return id === undefined ? `a ${label}` : `the ${label}, id ${JSON.stringify(id)}`;
}

/** Nothing in this run has asked for it. */
export function unclaimedText(leftover: Leftover, isLast: boolean): string {
  const told = isLast ? "This is told for the last time." : "This is told for a week.";
  return `warning: ${ownerText(leftover)}: at ${timeText(leftover.beganMs)} a run ${doingText(leftover)}, and no resource of this run has it. ${maybe(leftover)} ${unclaimedAdvice(leftover)} ${told}`;
}

/** A run with --target sees a part of the state only. */
function unclaimedAdvice({ id }: Leftover): string {
  if (id === undefined)
    return "Look for it there. If no state has it (pulumi stack --show-ids) and nobody needs it, delete it.";
  return "If no state has it (pulumi stack --show-ids) and nobody needs it, delete it there.";
}

function doingText(leftover: Leftover): string {
  const { ended, id } = leftover;
  if (id !== undefined) return `created ${itemText(leftover)}${ended ? "" : " and was then interrupted"}`;
  return `${ended ? "got no answer when it created" : "was interrupted while it created"} ${itemText(leftover)}`;
}

function maybe({ id }: Leftover): string {
  return id === undefined ? "It may exist at the service." : "It may still exist at the service.";
}

/** A create of another resource with the same natural key. */
export function similarText(leftover: Leftover): string {
  return `at ${timeText(leftover.beganMs)} a run ${doingText(leftover)} for ${ownerText(leftover)}. ${maybe(leftover)} It is not taken over, because that is another resource. Look at the service whether there are two now, and delete the one that nobody needs.`;
}

/** The journal cannot tell what a create of the same resource has sent. */
export function cutText({ beganMs }: CutCreate): string {
  return `at ${timeText(beganMs)} a run began to create it, and its line in the journal was cut, by a full disk for example. The provider cannot look for what that run has created. It may exist at the service: look there whether there are two now, and delete the one that no state has (pulumi stack --show-ids) and nobody needs.`;
}

/** The journal cannot be written. */
export function brokenText(root: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const place = root && ` in ${JSON.stringify(root)}`;
  return `the journal of creates cannot be written${place} (${code ?? message}). Should this run be killed, or its state not be stored, the next one does not know what was created, and may create it again. Make the folder writable, or set PULUMI_HOME.`;
}
