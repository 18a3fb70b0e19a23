import type { Observation } from "./cell.ts";

/** What became of an operation under a fault, in the words of the table. */
export function words(seen: Observation): string {
  return seen.report.errors.it ? failure(seen, seen.report.errors.it) : success(seen);
}

function success({ report, sent, lookedUp, warnings }: Observation): string {
  if (report.steps.it === "gone") return "gone: made anew";
  if (warnings.some((line) => line.includes("taken over"))) return "looked up, taken over";
  if (sent > 1 && lookedUp > 1) return "looked up, sent again";
  return sent > 1 ? "repeated" : "done";
}

function failure({ sent, lookedUp, elapsedMs }: Observation, error: Error): string {
  if (isUncertain(error)) return "reported as uncertain, never repeated";
  const settled = lookedUp > 0 ? "looked up, " : "";
  const tried = sent > 1 || (sent === 0 && elapsedMs > severalBackOffsMs) ? "repeated, then " : "";
  return `${settled}${tried}reported`;
}

/** A refused connection leaves no request at the service; that it was tried again shows in the time, which is 3.75 s at the least. */
const severalBackOffsMs = 3_000;

/** Whether the error leaves open whether a redelivery was accepted. */
export function isUncertain(error: Error): boolean {
  return error.message.includes("may have been accepted");
}
