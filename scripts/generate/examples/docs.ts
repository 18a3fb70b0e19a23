import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { exampleOf } from "./example.ts";
import { goExample } from "./go.ts";
import { pythonExample } from "./python.ts";
import { typescriptExample } from "./typescript.ts";
import { yamlExample } from "./yaml.ts";

/** What the examples import. */
export interface ExamplePackages {
  readonly npmPackage: string;
  readonly goModule: string;
}

/** The example of a resource in each language, marked up as Pulumi's documentation wants it. */
export function exampleDocs(
  resource: Resource,
  resources: readonly Resource[],
  { npmPackage, goModule }: ExamplePackages,
): string {
  const example = exampleOf(resource, resources);
  const fence = "```";
  const program = (language: string, code: string) => `${fence}${language}\n${code}\n${fence}`;
  return [
    "{{% examples %}}\n## Example Usage\n{{% example %}}",
    program("typescript", typescriptExample(example, npmPackage)),
    program("python", pythonExample(example)),
    program("go", goExample(example, goModule)),
    program("yaml", yamlExample(example)),
    "{{% /example %}}\n{{% /examples %}}",
  ].join("\n\n");
}
