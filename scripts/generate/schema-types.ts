import type { ObjectShape, Shape } from "../../provider/lifecycle/shape.ts";
import { describeField } from "./describe.ts";

export type Json = Record<string, unknown>;

/** Where a value stands in the schema. */
interface Place {
  /** The named types of the schema, to which those that the value uses are added. */
  readonly types: Record<string, Json>;
  /** For a type without a name. */
  readonly name: string;
  /** Of the property or field. For a type without a description. */
  readonly description: string;
  /** Whether programs set the value. */
  readonly isInput: boolean;
}

/** The token of a resource or type: `idm:index:Role`. */
export function token(name: string): string {
  return `idm:index:${name}`;
}

/** The type of a value. Only an input's enum is one: a Python program fails on an output with a value that is new. */
export function typeSpec(shape: Shape, place: Place): Json {
  switch (shape.kind) {
    case "any":
    case "list-or-map":
      return { $ref: "pulumi.json#/Any" };
    case "enum":
      if (shape.isOpen || !place.isInput) return { type: "string" };
      return addType(place.name, enumSpec(shape.values, place.description), place.types);
    case "number":
      return { type: isWhole(shape) ? "integer" : "number" };
    case "array":
      return { type: "array", items: typeSpec(shape.items, ofItem(place)) };
    case "map":
      return mapOf(shape.values, place);
    case "object":
      // A generator would rename the keys of an object that belong to the user.
      if (shape.others) return mapOf(shape.others, place);
      return addType(shape.name ?? place.name, objectSpec(shape, place), place.types);
    default:
      return { type: shape.kind };
  }
}

function mapOf(values: Shape, place: Place): Json {
  return { type: "object", additionalProperties: typeSpec(values, ofItem(place)) };
}

/** `CustomDomainMethods` → `CustomDomainMethod` */
function ofItem(place: Place): Place {
  return { ...place, name: place.name.replace(/s$/, "") };
}

/** A type of inputs is also one of outputs: its fields have no enums. */
function objectSpec(shape: Shape & ObjectShape, { types, name, description }: Place): Json {
  const fields = Object.entries(shape.fields);
  const placeOf = (key: string, field: Shape) => ({
    types,
    name: (shape.name ?? name) + pascalCase(key),
    description: field.description ?? "",
    isInput: false,
  });
  return {
    type: "object",
    description: shape.description ?? description,
    properties: Object.fromEntries(
      fields.map(([key, field]) => [
        key,
        {
          ...typeSpec(field, placeOf(key, field)),
          description: describeField(field),
          ...(field.isSecret && { secret: true }),
        },
      ]),
    ),
    required: fields.filter(([, field]) => !field.isOptional).map(([key]) => key),
  };
}

function enumSpec(values: readonly string[], description: string): Json {
  return {
    type: "string",
    description,
    enum: values.map((value) => ({ name: enumName(value), value })),
  };
}

/** The name of an enum's value in the schema: `Simplified1_0` for `simplified/1.0`. */
export function enumName(value: string): string {
  return pascalCase(value.replace(/(?<=\d)\.(?=\d)/g, "_")) || "None";
}

function addType(name: string, spec: Json, types: Record<string, Json>): Json {
  types[token(name)] = spec;
  return { $ref: `#/types/${token(name)}` };
}

/** Whether the type of a number is a whole number. */
function isWhole({ type }: Shape): boolean {
  const { def } = type as unknown as { def: { format?: string; innerType?: { def: { format?: string } } } };
  return (def.format ?? def.innerType?.def.format) === "safeint";
}

/** `self_managed_certs` → `SelfManagedCerts`. An underscore between digits stays. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9_]+|(?<!\d)_|_(?!\d)/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
