import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { hasMark, shapeOf } from "../../../provider/lifecycle/shape.ts";
import { fenced, resourceExamples } from "../examples/docs.ts";
import { examplePackages } from "../schema.ts";
import { token } from "../schema-types.ts";
import { resourceErrors } from "./errors.ts";
import { existingItems } from "./existing-items.ts";
import { list, names, page, section } from "./markdown.ts";
import { inputTable, outputTable, ownOutputs } from "./properties.ts";
import { kindsLink, requestTable } from "./requests.ts";

/** The page of a resource. */
export function resourcePage(resource: Resource, resources: readonly Resource[]): string {
  const { type, description } = resource;
  // Programs of the dynamic provider are the ones in TypeScript that most people write.
  const packages = { ...examplePackages, npmPackage: "pulumi-idm" };
  return page(
    type,
    description,
    list(
      `Type token with the packaged plugin: \`${token(type)}\``,
      `Type token with the dynamic provider: \`pulumi-nodejs:dynamic/idm:${type}\``,
    ),
    section("Example", ...fenced(resourceExamples(resource, resources, packages))),
    section("Inputs", inputTable(resource), changes(resource)),
    section("Outputs beside the inputs", outputTable(ownOutputs(resource))),
    section("Requests and scopes", requestTable(resource), kindsLink),
    section("Existing items", ...existingItems(resource)),
    section("Errors", resourceErrors(resource)),
  );
}

/** What a change of an input does, and which inputs are secret. */
function changes({ inputs, collection }: Resource): string {
  const entries = Object.entries(inputs);
  const namesOf = (onChange: string) =>
    names(entries.filter(([, property]) => property.onChange === onChange).map(([name]) => name));
  const [replacing, updated, own] = ["replace", "update", "none"].map(namesOf);
  const secret = entries.filter(([, { type }]) => hasMark(shapeOf(type), "isSecret")).map(([name]) => name);
  const key = collection?.naturalKey;
  const order = key?.isUnique
    ? ` The old item is deleted first, because its \`${key.property}\` is unique at the service.`
    : "";
  return list(
    updated && `A change of ${updated} is an update.`,
    replacing && `A change of ${replacing} replaces the resource.${order}`,
    own && `A change of ${own} alone does nothing at the service: the provider itself uses it.`,
    secret.length > 0
      ? `${names(secret)} ${secret.length > 1 ? "are secrets" : "is a secret"}: encrypted in the state.`
      : "No input is a secret by itself. Mark a value with `pulumi.secret` to encrypt it in the state.",
  );
}
