import { checkInputs } from "./check.ts";
import { defaultOf, isSameValue } from "./compare.ts";
import type { Failure, Props } from "./handlers.ts";
import type { Property } from "./property.ts";
import { pick } from "./props.ts";
import type { Resource } from "./resource.ts";
import { shapeOf } from "./shape.ts";

/** How a program declares an existing item. */
export interface Import {
  readonly inputs: Props;
  /** Enum values that the table does not have, and the values that are declared instead. */
  readonly replaced: readonly { readonly name: string; readonly actual: string; readonly declared: string }[];
  /** The inputs that make the program adopt the item, because it cannot be declared without them. */
  readonly adopts: readonly string[];
  /** Why the check refuses the inputs: a required value that the service does not return, for example. */
  readonly failures: readonly Failure[];
}

/**
 * The inputs with which a program declares an existing item as it is. Left out are those that have their default, those
 * that the check refuses, and those that would make the program adopt the item. A required enum value that the table
 * does not have is replaced by one that it has: the two are never a difference.
 */
export function importedInputs(resource: Resource, item: Props): Import {
  const worth = Object.entries(resource.inputs)
    .filter(([name, property]) => isWorthDeclaring(property, item[name], item))
    .map(([name]) => name);
  const plain = worth.filter((name) => resource.inputs[name]?.direction === "input");
  const replaced = plain.flatMap((name) => replacementOf(resource, name, pick(item, plain)));
  const known = {
    ...pick(item, plain),
    ...Object.fromEntries(replaced.map(({ name, declared }) => [name, declared])),
  };
  const inputs = withoutRefused(resource, known);
  const adopts = worth.filter((name) => !plain.includes(name));
  const failures = checkInputs(resource, inputs);
  if (failures.length === 0 || adopts.length === 0) return { inputs, replaced, adopts: [], failures };
  const adopting = withoutRefused(resource, { ...known, ...pick(item, adopts) });
  return { inputs: adopting, replaced, adopts, failures: checkInputs(resource, adopting) };
}

function isWorthDeclaring(property: Property, value: unknown, item: Props): boolean {
  if (property.onChange === "none" || value === undefined || value === null) return false;
  return !property.isOptional || !isSameValue(property, value, defaultOf(property, item));
}

/** The value to declare for a required enum value that the table does not have: one that the other inputs allow. */
function replacementOf(resource: Resource, name: string, inputs: Props): Import["replaced"] {
  const property = resource.inputs[name];
  const shape = property && shapeOf(property.type);
  const actual = inputs[name];
  if (shape?.kind !== "enum" || shape.isOpen || typeof actual !== "string") return [];
  if (shape.values.includes(actual) || !isRequired(resource, name)) return [];
  const problems = (value: string) => checkInputs(resource, { ...inputs, [name]: value }).length;
  const rank = (value: string) => (actual.includes(value) ? -1 : problems(value));
  const [declared] = [...shape.values].sort((left, right) => rank(left) - rank(right));
  return declared === undefined ? [] : [{ name, actual, declared }];
}

function isRequired({ inputs, variants = [] }: Resource, name: string): boolean {
  return !inputs[name]?.isOptional || variants.some(({ requires = [] }) => requires.includes(name));
}

/** Without the optional inputs that the check refuses. */
function withoutRefused(resource: Resource, inputs: Props): Props {
  const refused = checkInputs(resource, inputs).map(({ property }) => property.split(/[.[]/, 1)[0]);
  const isKept = (name: string) => !resource.inputs[name]?.isOptional || !refused.includes(name);
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => isKept(name)));
}
