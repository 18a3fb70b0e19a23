import type { FoundResource } from "../../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { type ExamplePackages, exampleOf } from "./example.ts";
import { functionExamples } from "./function-example.ts";
import { goExample } from "./go.ts";
import { pythonExample } from "./python.ts";
import { typescriptExample } from "./typescript.ts";
import { yamlExample } from "./yaml.ts";

/** Programs by language. */
type Programs = Readonly<Record<string, string>>;

/** The example of a resource in each language. */
export function resourceExamples(
  resource: Resource,
  resources: readonly Resource[],
  { npmPackage, goModule }: ExamplePackages,
): Programs {
  const example = exampleOf(resource, resources);
  return {
    typescript: typescriptExample(example, npmPackage),
    python: pythonExample(example),
    go: goExample(example, goModule),
    yaml: yamlExample(example),
  };
}

/** The example of a resource, marked up as Pulumi's documentation wants it. */
export function exampleDocs(
  resource: Resource,
  resources: readonly Resource[],
  packages: ExamplePackages,
): string {
  return markedUp(resourceExamples(resource, resources, packages));
}

/** The example of the function that finds an item, marked up as Pulumi's documentation wants it. */
export function functionDocs(resource: FoundResource, packages: ExamplePackages): string {
  return markedUp(functionExamples(resource, packages));
}

function markedUp(programs: Programs): string {
  return [
    "{{% examples %}}\n## Example Usage\n{{% example %}}",
    ...fenced(programs),
    "{{% /example %}}\n{{% /examples %}}",
  ].join("\n\n");
}

/** The programs as fenced blocks. */
export function fenced(programs: Programs): string[] {
  return Object.entries(programs).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
}
