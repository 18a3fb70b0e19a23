import { defaultOf, isSameValue } from "./compare.ts";
import type { Props } from "./handlers.ts";
import type { Property } from "./property.ts";
import type { Resource } from "./resource.ts";

/**
 * The inputs with which a program declares an existing item as it is. Left out are those that have their default, and
 * those that would make the program adopt the item.
 */
export function importedInputs({ inputs }: Resource, item: Props): Props {
  const entries = Object.entries(inputs).filter(
    ([name, property]) => property.direction === "input" && isWorthDeclaring(property, item[name], item),
  );
  return Object.fromEntries(entries.map(([name]) => [name, item[name]]));
}

function isWorthDeclaring(property: Property, value: unknown, item: Props): boolean {
  if (property.onChange === "none" || value === undefined || value === null) return false;
  return !property.isOptional || !isSameValue(property, value, defaultOf(property, item));
}
