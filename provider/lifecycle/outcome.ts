import { IdmError, UnknownOutcomeError } from "../errors.ts";
import { IncompleteError } from "./context.ts";

/**
 * What became of a create:
 * - `made`: the service has the item.
 * - `refused`: the service has created nothing.
 * - `unknown`: it may have. The next run looks for the item, unless `isFinal`.
 */
export type Outcome =
  | { readonly kind: "made"; readonly id: string }
  | { readonly kind: "refused" }
  | { readonly kind: "unknown"; readonly isFinal: boolean };

/** The service offers no way to find out what became of a create. The message says how the user can. */
export class FinalUnknownError extends UnknownOutcomeError {
  override name = UnknownOutcomeError.name;
}

/** What the error of a create says of its outcome. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof IncompleteError) return { kind: "made", id: error.item.id };
  if (error instanceof FinalUnknownError) return { kind: "unknown", isFinal: true };
  // An error of the program itself may come after the request.
  if (!(error instanceof IdmError)) return { kind: "unknown", isFinal: false };
  const isUnknown = ["ERR_IDM_UNKNOWN_OUTCOME", "ERR_IDM_AMBIGUOUS"].includes(error.code);
  return isUnknown ? { kind: "unknown", isFinal: false } : { kind: "refused" };
}
