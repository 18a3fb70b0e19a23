// The example of a function that finds an item, in each language.
import { type FoundResource, functionName } from "../../../provider/lifecycle/item-function.ts";
import { pascalCase } from "../schema-types.ts";
import { block, camelCase, type ExamplePackages, snakeCase } from "./example.ts";
import { goProgram } from "./go.ts";

/** A look-up of an example program, and the output that it shows. */
interface Lookup {
  readonly resource: FoundResource;
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  readonly output: string;
}

/** The programs by language. Throws an Error when the table has no value for the argument. */
export function functionExamples(
  resource: FoundResource,
  { npmPackage, goModule }: ExamplePackages,
): Record<string, string> {
  const lookup = lookupOf(resource);
  return {
    typescript: inTypescript(lookup, npmPackage),
    python: inPython(lookup),
    go: inGo(lookup, goModule),
    yaml: inYaml(lookup),
  };
}

function lookupOf(resource: FoundResource): Lookup {
  const { type, collection, example } = resource;
  const { functionArguments, idProperty: output } = collection;
  const [argument = output] = functionArguments;
  const value = argument === output ? example?.id : example?.inputs[argument];
  if (typeof value !== "string")
    throw new Error(`the example of ${type} has no ${argument}: add one to its table`);
  return { resource, name: example?.name ?? "", argument, value, output };
}

function inTypescript({ resource, name, argument, value, output }: Lookup, npmPackage: string): string {
  const variable = camelCase(name);
  return [
    `import * as idm from "${npmPackage}";`,
    "",
    `const ${variable} = idm.${functionName(resource)}Output({ ${argument}: ${JSON.stringify(value)} });`,
    `export const ${output} = ${variable}.${output};`,
  ].join("\n");
}

function inPython({ resource, name, argument, value, output }: Lookup): string {
  const variable = snakeCase(name);
  const call = `idm.${snakeCase(functionName(resource))}_output`;
  return [
    "import pulumi",
    "import pulumi_idm as idm",
    "",
    `${variable} = ${call}(${snakeCase(argument)}=${JSON.stringify(value)})`,
    `pulumi.export("${output}", ${variable}.${snakeCase(output)})`,
  ].join("\n");
}

/** Pulumi's generator calls the functions `Lookup…` in Go, because `GetRole` reads a resource. */
function inGo({ resource, name, argument, value, output }: Lookup, goModule: string): string {
  const variable = camelCase(name);
  const open = `${variable} := idm.Lookup${resource.type}Output(ctx, idm.Lookup${resource.type}OutputArgs{`;
  const statements = [
    block(open, [`${pascalCase(argument)}: pulumi.String(${JSON.stringify(value)}),`], "})", "\t"),
    `ctx.Export("${output}", ${variable}.${pascalCase(output)}())`,
  ];
  return goProgram(statements, goModule);
}

function inYaml({ resource, name, argument, value, output }: Lookup): string {
  return [
    "variables:",
    `  ${name}:`,
    "    fn::invoke:",
    `      function: idm:index:${functionName(resource)}`,
    "      arguments:",
    `        ${argument}: ${value}`,
    "outputs:",
    `  ${output}: \${${name}.${output}}`,
  ].join("\n");
}
