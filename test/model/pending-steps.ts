/** A kind of step that another mend has to come for. */
export type StepKind = "wrong tenant" | "foreign namesakes" | "own types" | "sparse lists";

/** Kinds of steps that are left out, each with the fault that they show. Without its line here, a kind is tested. */
const pendingSteps: readonly StepKind[] = [
  // A 404 at another base address counts as gone: a refresh forgets the resources, a destroy reports success.
  "wrong tenant",
  // After a lost answer, an item of somebody else that has only the name of what was sent is taken over.
  "foreign namesakes",
  // A type that the interface does not know replaces the domain.
  "own types",
  // Settling takes a field that a list leaves out for a removed one: a domain with metadata is then not recognised.
  "sparse lists",
];

/** Kinds to test all the same: `MODEL_PENDING="own types,wrong tenant"`. */
const wanted = (process.env.MODEL_PENDING ?? "").split(",");

/** Whether the steps of the kind run. */
export function isTested(kind: StepKind): boolean {
  return wanted.includes(kind) || !pendingSteps.includes(kind);
}
