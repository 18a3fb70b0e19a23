import { type FoundResource, functionName } from "../../../provider/lifecycle/item-function.ts";
import { fenced } from "../examples/docs.ts";
import { functionExamples } from "../examples/function-example.ts";
import { examplePackages } from "../schema.ts";
import { argumentNotes, functionDescription } from "../schema-functions.ts";
import { fileNameOf } from "../sdk-class.ts";
import { functionErrors } from "./errors.ts";
import { page, section, table } from "./markdown.ts";
import { functionRequestTable, kindsLink } from "./requests.ts";

/** The page of the function that finds an item. */
export function functionPage(resource: FoundResource): string {
  const { type, collection, noun } = resource;
  const name = functionName(resource);
  const rows = collection.functionArguments.map((argument) => [
    `\`${argument}\``,
    "string",
    argumentNotes(resource, argument),
  ]);
  return page(
    name,
    `${functionDescription(resource)} It does not manage the ${noun}. It needs the packaged plugin.`,
    `Function token: \`idm:index:${name}\``,
    section("Example", ...fenced(functionExamples(resource, examplePackages))),
    section("Arguments", table(["Argument", "Type", "Meaning"], rows)),
    section(
      "Result",
      `The properties of the ${noun}: see [${type}](${fileNameOf(type)}.md). \`adopt\` and other inputs that only the provider uses are not among them.`,
    ),
    section("Requests and scopes", functionRequestTable(resource), kindsLink),
    section("Errors", functionErrors(resource)),
  );
}
