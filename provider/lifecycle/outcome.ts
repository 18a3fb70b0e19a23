import { IdmError, UnknownOutcomeError } from "../errors.ts";
import { IncompleteError, type RemoteItem } from "./context.ts";

/**
 * What became of a create:
 * - `made`: the service has the item. `isGuess`: it was found by its values, and may be somebody else's.
 * - `refused`: the service has created nothing.
 * - `unknown`: it may have. The next run looks for the item, unless `isFinal`.
 */
export type Outcome =
  | { readonly kind: "made"; readonly id: string; readonly isGuess: boolean }
  | { readonly kind: "refused" }
  | { readonly kind: "unknown"; readonly isFinal: boolean };

/** The service offers no way to find out what became of a create. The message says how the user can. */
export class FinalUnknownError extends UnknownOutcomeError {
  override name = UnknownOutcomeError.name;
}

export function madeOf({ id, isGuess = false }: RemoteItem): Outcome {
  return { kind: "made", id, isGuess };
}

/** What the error of a create says of its outcome. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof IncompleteError) return madeOf(error.item);
  if (error instanceof FinalUnknownError) return { kind: "unknown", isFinal: true };
  // An error of the program itself may come after the request.
  if (!(error instanceof IdmError)) return { kind: "unknown", isFinal: false };
  const isUnknown = ["ERR_IDM_UNKNOWN_OUTCOME", "ERR_IDM_AMBIGUOUS"].includes(error.code);
  return isUnknown ? { kind: "unknown", isFinal: false } : { kind: "refused" };
}
