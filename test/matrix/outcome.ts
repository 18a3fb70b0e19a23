import type { Observation } from "./cell.ts";

/** What became of an action under a fault, in the words of the table in docs/reliability.md. */
export function outcome(seen: Observation): string {
  return seen.report.errors.it ? failure(seen, seen.report.errors.it) : success(seen);
}

function success({ report, sent, lookups, isReadById, warnings }: Observation): string {
  if (report.steps.it === "gone") return "gone, created again";
  if (isReadById) return "read by id";
  if (warnings.some((line) => line.includes("it is adopted"))) return "looked up, adopted";
  if (sent > 1 && lookups > 1) return "looked up, repeated";
  return sent > 1 ? "repeated" : "done";
}

function failure({ sent, others, lookups, elapsedMs }: Observation, error: Error): string {
  if (isUncertain(error)) return "reported as uncertain, never repeated";
  const settled = lookups > 0 ? "looked up, " : "";
  const tried = sent > 1 || (sent + others === 0 && elapsedMs > severalRetriesMs) ? "repeated, then " : "";
  return `${settled}${tried}reported`;
}

/**
 * A refused connection leaves no request at the service. Only the time shows retries: their waits are 3.75 s or more.
 */
const severalRetriesMs = 3_000;

/** Whether the error leaves open whether the service accepted a redelivery. */
export function isUncertain(error: Error): boolean {
  return error.message.includes("may have been accepted");
}
