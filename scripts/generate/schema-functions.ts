// The functions of the package schema: one for each resource whose table has `functionArguments`.
import { type FoundResource, functionName, hasFunction } from "../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";

type Json = Record<string, unknown>;

/** The specs of all functions by token. `resourceSpecs` are those of the resources, by token. */
export function functionSpecs(
  resources: readonly Resource[],
  resourceSpecs: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const specs = resources
    .filter(hasFunction)
    .map((resource) => [
      `idm:index:${functionName(resource)}`,
      functionSpec(resource, resourceSpecs[`idm:index:${resource.type}`] ?? {}),
    ]);
  return Object.fromEntries(specs);
}

function functionSpec(resource: FoundResource, { properties, required }: Json): Json {
  const { collection, noun } = resource;
  const names = collection.functionArguments;
  const isOnly = names.length === 1;
  const what = names.map((name) => `\`${name}\``).join(" or ");
  const argument = (name: string) => ({
    type: "string",
    description: [
      ...(name === collection.idProperty ? [`Id of the ${noun}.`] : keyNotes(resource, name)),
      ...(isOnly ? [] : ["Give exactly one of the arguments."]),
    ].join(" "),
  });
  return {
    description: `Finds an existing ${noun} by ${what}. An error when there is none.`,
    inputs: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, argument(name)])),
      ...(isOnly && { required: names }),
    },
    outputs: { type: "object", properties, required },
  };
}

function keyNotes({ collection, noun, properties }: FoundResource, name: string): string[] {
  const note = collection.naturalKey.isUnique ? [] : [`An error when several ${noun}s have it.`];
  return [properties[name]?.description ?? "", ...note];
}
