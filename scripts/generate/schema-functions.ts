// The functions of the package schema: one for each resource whose table has `functionArguments`.
import { type FoundResource, functionName, hasFunction } from "../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { shapeOf } from "../../provider/lifecycle/shape.ts";
import { functionDocs } from "./examples/docs.ts";
import type { ExamplePackages } from "./examples/example.ts";

type Json = Record<string, unknown>;

/** The specs of all functions by token. `resourceSpecs` are those of the resources, by token. */
export function functionSpecs(
  resources: readonly Resource[],
  resourceSpecs: Readonly<Record<string, Json>>,
  packages: ExamplePackages,
): Record<string, Json> {
  const specs = resources
    .filter(hasFunction)
    .map((resource) => [
      `idm:index:${functionName(resource)}`,
      functionSpec(resource, resourceSpecs[`idm:index:${resource.type}`] ?? {}, packages),
    ]);
  return Object.fromEntries(specs);
}

function functionSpec(
  resource: FoundResource,
  { properties, required }: Json,
  packages: ExamplePackages,
): Json {
  const names = resource.collection.functionArguments;
  const argument = (name: string) => ({ type: "string", description: argumentNotes(resource, name) });
  // No response has a write-only input. In the state of a resource, it is what the program declares.
  const returned = Object.entries(properties as Json).filter(([name]) => !isWriteOnly(resource, name));
  return {
    description: `${functionDescription(resource)}\n\n${functionDocs(resource, packages)}`,
    inputs: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, argument(name)])),
      ...(names.length === 1 && { required: names }),
    },
    outputs: { type: "object", properties: Object.fromEntries(returned), required },
  };
}

function isWriteOnly({ properties }: FoundResource, name: string): boolean {
  const property = properties[name];
  return property !== undefined && shapeOf(property.type).isWriteOnly;
}

/** What the function does, for the reference. */
export function functionDescription({ collection, noun }: FoundResource): string {
  const what = collection.functionArguments.map((name) => `\`${name}\``).join(" or ");
  return `Finds an existing ${noun} by ${what}. An error when there is none.`;
}

/** Describes an argument of the function in the reference. */
export function argumentNotes(resource: FoundResource, name: string): string {
  const { collection, noun } = resource;
  const isOnly = collection.functionArguments.length === 1;
  return [
    ...(name === collection.idProperty ? [`Id of the ${noun}.`] : keyNotes(resource, name)),
    ...(isOnly ? [] : ["Give exactly one of the arguments."]),
  ].join(" ");
}

function keyNotes({ collection, noun, properties }: FoundResource, name: string): string[] {
  const note = collection.naturalKey.isUnique ? [] : [`An error when several ${noun}s have it.`];
  return [properties[name]?.description ?? "", ...note];
}
