// Values of enums that the interface does not have: a service may be newer, or have a vocabulary of its own.
import { object } from "../client/json.ts";
import type { Props } from "./handlers.ts";
import { innerShapes, type Shape, shapeAt } from "./shape.ts";

/**
 * `actual` with what is `declared` in place of each enum value that the table does not have, at any depth. Such a value
 * says nothing about the declared one, so it is no difference.
 */
export function withKnownEnumValues(shape: Shape, actual: unknown, declared: unknown): unknown {
  if (!hasClosedEnum(shape) || declared === undefined) return actual;
  if (isNewEnumValue(shape, actual)) return declared;
  if (Array.isArray(actual) && Array.isArray(declared))
    return actual.map((item, index) => withKnownEnumsAt(shape, index, item, declared[index]));
  const [found, kept] = [object(actual), object(declared)];
  if (!found || !kept) return actual;
  const entries = Object.entries(found).map(([key, value]) => [
    key,
    withKnownEnumsAt(shape, key, value, Object.hasOwn(kept, key) ? kept[key] : undefined),
  ]);
  return Object.fromEntries(entries);
}

function withKnownEnumsAt(shape: Shape, part: PropertyKey, actual: unknown, declared: unknown): unknown {
  const inner = shapeAt(shape, part);
  return inner ? withKnownEnumValues(inner, actual, declared) : actual;
}

/** The enum values in `actual` that the table does not have, with their paths. */
export function newEnumValues(
  shape: Shape,
  actual: unknown,
  path: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; value: string }[] {
  if (!hasClosedEnum(shape)) return [];
  if (isNewEnumValue(shape, actual)) return [{ path, value: actual }];
  if (typeof actual !== "object" || actual === null) return [];
  return Object.entries(actual as Props).flatMap(([key, value]) => {
    const part = Array.isArray(actual) ? Number(key) : key;
    const inner = shapeAt(shape, part);
    return inner ? newEnumValues(inner, value, [...path, part]) : [];
  });
}

function isNewEnumValue(shape: Shape, value: unknown): value is string {
  return shape.kind === "enum" && !shape.isOpen && typeof value === "string" && !shape.values.includes(value);
}

/** Results of `hasClosedEnum`: each operation asks for every input. */
const known = new WeakMap<Shape, boolean>();

function hasClosedEnum(shape: Shape): boolean {
  const before = known.get(shape);
  if (before !== undefined) return before;
  const found = shape.kind === "enum" ? !shape.isOpen : innerShapes(shape).some(hasClosedEnum);
  known.set(shape, found);
  return found;
}
