import { asSentence, IdmError, ResponseShapeError, UnknownOutcomeError } from "../errors.ts";
import { IncompleteError, type RemoteItem } from "./context.ts";
import type { UnusableIdError } from "./item-id.ts";

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

/** The service has created an item whose id cannot be used. The next run finds it, and creates no other. */
export class UnmanageableItemError extends ResponseShapeError {
  override name = ResponseShapeError.name;

  constructor(noun: string, cause: UnusableIdError) {
    super(
      `${asSentence(cause.withoutAdvice)} The ${noun} was created and exists there, but cannot be managed`,
      { cause, advice: "Delete it at the service, and report the id to the service's support" },
    );
  }
}

export function madeOf({ id, isGuess = false }: RemoteItem): Outcome {
  return { kind: "made", id, isGuess };
}

/** What the error of a create says of its outcome. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof IncompleteError) return madeOf(error.item);
  if (error instanceof FinalUnknownError) return { kind: "unknown", isFinal: true };
  if (error instanceof UnmanageableItemError) return { kind: "unknown", isFinal: false };
  // An error of the program itself may come after the request.
  if (!(error instanceof IdmError)) return { kind: "unknown", isFinal: false };
  const isUnknown = ["ERR_IDM_UNKNOWN_OUTCOME", "ERR_IDM_AMBIGUOUS"].includes(error.code);
  return isUnknown ? { kind: "unknown", isFinal: false } : { kind: "refused" };
}
