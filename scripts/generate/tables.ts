import type { Resource } from "../../provider/lifecycle/resource.ts";
import { type Shape, shapeOf } from "../../provider/lifecycle/shape.ts";
import { describeField, describeInput, describeOutput } from "./describe.ts";

/** The reference's tables: the inputs and outputs of each resource, with the fields of nested objects. */
export function resourceTables(resources: readonly Resource[]): string {
  return resources.map(resourceTable).join("\n\n");
}

function resourceTable(resource: Resource): string {
  const inputs = Object.entries(resource.inputs).flatMap(([name, property]) => [
    row(`${name}${property.isOptional ? "?" : ""}`, describeInput(resource, name, property)),
    ...fieldRows(name, shapeOf(property.type)),
  ]);
  const outputs = Object.entries(resource.properties)
    .filter(([, { direction }]) => direction !== "input")
    .flatMap(([name, property]) => [
      row(name, describeOutput(property)),
      ...fieldRows(name, shapeOf(property.type)),
    ]);
  return [
    `## ${resource.type}`,
    resource.description,
    `| Input | Meaning |\n|---|---|\n${inputs.join("\n")}`,
    `| Output beside the inputs | Meaning |\n|---|---|\n${outputs.join("\n")}`,
  ].join("\n\n");
}

/** Rows for the fields of an object, or of the objects in an array or map: `verification.methods[].name`. */
function fieldRows(path: string, shape: Shape): string[] {
  if (shape.kind === "array") return fieldRows(`${path}[]`, shape.items);
  if (shape.kind === "map") return fieldRows(`${path}[key]`, shape.values);
  if (shape.kind !== "object" || shape.others) return [];
  return Object.entries(shape.fields).flatMap(([key, field]) => [
    row(`${path}.${key}${field.isOptional ? "?" : ""}`, describeField(field)),
    ...fieldRows(`${path}.${key}`, field),
  ]);
}

function row(name: string, text: string): string {
  return `| \`${name}\` | ${text.replaceAll("|", "\\|")} |`;
}
