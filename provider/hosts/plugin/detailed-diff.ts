// Which parts of the inputs differ, and how: what a preview shows of a change.
import { isDeepStrictEqual } from "node:util";
import { propertyPath } from "../../lifecycle/check.ts";
import type { DiffResult, Props } from "../../lifecycle/handlers.ts";
import { isSecretValue } from "../../lifecycle/secret-envelope.ts";
import type { State } from "./values.ts";

/** One part of an input that differs. */
export interface PartDiff {
  readonly kind: "add" | "delete" | "update";
  readonly replaces: boolean;
  /** Whether the old value is that of the old inputs. Otherwise it is that of the outputs. */
  readonly inputDiff: boolean;
}

/** The parts that differ, by their paths in Pulumi's notation. */
export type DetailedDiff = ReadonlyMap<string, PartDiff>;

/** The parts of the changed inputs that differ. A secret is one part. */
export function detailedDiff(result: DiffResult, olds: State, news: Props): DetailedDiff {
  return new Map(result.changedInputs.flatMap((name) => inputDiff(name, result, olds, news)));
}

function inputDiff(
  name: string,
  { replaces }: DiffResult,
  { inputs, outputs }: State,
  news: Props,
): [string, PartDiff][] {
  // The state may have another value than the inputs: a create was not finished.
  const isInInputs = !isDeepStrictEqual(inputs[name], news[name]);
  const before = (isInInputs ? inputs : outputs)[name];
  const common = { replaces: replaces.includes(name), inputDiff: isInInputs };
  return partsOf([name], before, news[name]).map(([path, kind]) => [propertyPath(path), { kind, ...common }]);
}

type Part = [path: readonly PropertyKey[], kind: PartDiff["kind"]];

function partsOf(path: readonly PropertyKey[], before: unknown, after: unknown): Part[] {
  if (before === undefined) return [[path, "add"]];
  if (after === undefined) return [[path, "delete"]];
  const [old, wanted] = [parts(before), parts(after)];
  if (!old || !wanted || Array.isArray(before) !== Array.isArray(after)) return [[path, "update"]];
  return [...new Set([...old.keys(), ...wanted.keys()])]
    .filter((key) => !isDeepStrictEqual(old.get(key), wanted.get(key)))
    .flatMap((key) => partsOf([...path, key], old.get(key), wanted.get(key)));
}

/** The parts of an object or array. What is inside a secret is not shown, not even its keys. */
function parts(value: unknown): Map<PropertyKey, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.entries());
  if (typeof value !== "object" || value === null || isSecretValue(value)) return undefined;
  return new Map(Object.entries(value));
}
