// The tables of inputs and outputs, with the fields of nested objects.
import type { Property } from "../../../provider/lifecycle/property.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { type Shape, shapeOf } from "../../../provider/lifecycle/shape.ts";
import { describeField, describeInput, describeOutput } from "../describe.ts";
import { table } from "./markdown.ts";

/** The table of the inputs. */
export function inputTable(resource: Resource): string {
  const rows = Object.entries(resource.inputs).flatMap(([name, property]) => [
    [
      title(name, property.isOptional),
      typeInWords(shapeOf(property.type)),
      describeInput(resource, name, property),
    ],
    ...fieldRows(name, shapeOf(property.type)),
  ]);
  return table(["Input", "Type", "Meaning"], rows);
}

/** The table of the outputs. */
export function outputTable(outputs: readonly (readonly [string, Property])[]): string {
  const rows = outputs.flatMap(([name, property]) => [
    [`\`${name}\``, typeInWords(shapeOf(property.type)), describeOutput(property)],
    ...fieldRows(name, shapeOf(property.type)),
  ]);
  return table(["Output", "Type", "Meaning"], rows);
}

/** The outputs that are not inputs as well. */
export function ownOutputs({ properties }: Resource): [string, Property][] {
  return Object.entries(properties).filter(([, { direction }]) => direction !== "input");
}

/** Rows for the fields of an object, or of the objects in an array or map: `verification.methods[].name`. */
function fieldRows(path: string, shape: Shape): string[][] {
  if (shape.kind === "array") return fieldRows(`${path}[]`, shape.items);
  if (shape.kind === "map") return fieldRows(`${path}[key]`, shape.values);
  if (shape.kind !== "object" || shape.others) return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => [
    [title(`${path}.${key}`, field.isOptional), typeInWords(field), describeField(field)],
    ...fieldRows(`${path}.${key}`, field),
  ]);
}

function title(name: string, isOptional: boolean): string {
  return `\`${name}${isOptional ? "?" : ""}\``;
}

/** The type of a value in words that every language has: `list of strings`. */
export function typeInWords(shape: Shape): string {
  const type = plainType(shape);
  return shape.isNullable ? `${type} or null` : type;
}

function plainType(shape: Shape): string {
  switch (shape.kind) {
    case "any":
      return "any value";
    case "enum":
      return "string";
    case "list-or-map":
      return "list or map of any values";
    case "array":
      return `list of ${plural(shape.items)}`;
    case "map":
      return `map of ${plural(shape.values)}`;
    case "object":
      return shape.others ? `map of ${plural(shape.others)}` : "object";
    default:
      return shape.kind;
  }
}

function plural(shape: Shape): string {
  const [first = "", ...rest] = typeInWords(shape).split(" ");
  return [`${first}${first === "any" ? "" : "s"}`, ...rest].join(" ");
}
