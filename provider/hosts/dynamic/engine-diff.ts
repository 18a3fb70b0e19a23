import { isDeepStrictEqual } from "node:util";
import type { DiffResult, Props } from "../../lifecycle/handlers.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { inputsOf } from "../../lifecycle/state.ts";

/** What the process passes on to the engine. Without `changes`, the engine compares the inputs itself. */
export type DynamicDiffResult = Pick<DiffResult, "replaces" | "deleteBeforeReplace"> & { changes?: boolean };

/**
 * The process does not pass on which inputs differ. Where the engine can find an update by itself, it shall: only then
 * it applies the resource option `replaceOnChanges`.
 */
export function comparedByEngine(
  { inputs }: Resource,
  { changedInputs, changes, ...rest }: DiffResult,
  olds: Props,
  news: Props,
): DynamicDiffResult {
  const before = inputsOf(inputs, olds);
  const isSeen = changedInputs.some((name) => isSeenByEngine(before[name], news[name]));
  return isSeen && rest.replaces.length === 0 ? rest : { ...rest, changes };
}

/** To the engine, null is the same as absent. */
function isSeenByEngine(before: unknown, after: unknown): boolean {
  return !isDeepStrictEqual(withoutNulls(before), withoutNulls(after));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}
