import type { Props } from "./handlers.ts";
import { secretNamesIn, secretOutputNamesIn } from "./hidden.ts";
import type { Resource } from "./resource.ts";
import { hasMark, type Shape, shapeOf } from "./shape.ts";

/**
 * The secret values in `sources` (inputs and state): those that the table marks, at any depth, and all values of a
 * property that contains a `pulumi.secret` in any of the sources, or that the table derives from such a property.
 */
export function secretsIn(resource: Resource, sources: readonly Props[]): string[] {
  const marked = new Set(
    sources.flatMap((props) => [...secretNamesIn(props), ...secretOutputNamesIn(props)]),
  );
  const values = sources.flatMap((props) =>
    Object.entries(props).flatMap(([name, value]) => {
      const property = resource.properties[name];
      const isDerived = property?.secretSources?.some((input) => marked.has(input)) === true;
      if (marked.has(name) || isDerived) return leavesOf(value);
      return property ? secretLeavesOf(shapeOf(property.type), value) : [];
    }),
  );
  return [...new Set(values)];
}

function secretLeavesOf(shape: Shape, value: unknown): string[] {
  if (!hasMark(shape, "isSecret")) return [];
  if (shape.isSecret) return leavesOf(value);
  if (typeof value !== "object" || value === null) return [];
  if (shape.kind === "array")
    return Object.values(value).flatMap((item) => secretLeavesOf(shape.items, item));
  if (shape.kind === "map") return Object.values(value).flatMap((item) => secretLeavesOf(shape.values, item));
  if (shape.kind !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = shape.fields[key] ?? shape.others;
    return field ? secretLeavesOf(field, inner) : [];
  });
}

/** All strings and numbers in a value, as a message would print them. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
