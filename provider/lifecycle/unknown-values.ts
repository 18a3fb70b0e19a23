import { unknownValue } from "./handlers.ts";

/** Whether the value is not known yet, or a part of it. */
export function hasUnknown(value: unknown): boolean {
  if (value === unknownValue) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnknown);
}

/** The value with undefined in place of each part that is not known yet. */
export function withoutUnknowns(value: unknown): unknown {
  return withKnown(value, () => undefined);
}

/**
 * The value with the part of `known` at the same place for each part that is not known yet: the value as it is when
 * nothing of what is unknown changes.
 */
export function withUnknownsOf(value: unknown, known: unknown): unknown {
  return withKnown(value, (path) => valueAt(known, path));
}

function withKnown(
  value: unknown,
  knownAt: (path: readonly PropertyKey[]) => unknown,
  path: readonly PropertyKey[] = [],
): unknown {
  if (value === unknownValue) return knownAt(path);
  if (Array.isArray(value)) return value.map((item, index) => withKnown(item, knownAt, [...path, index]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withKnown(inner, knownAt, [...path, key])]),
  );
}

/** The value at a path. `unknownValue` where the path leads into a value that is unknown in a preview. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
    if (current === unknownValue) return unknownValue;
  }
  return current;
}
