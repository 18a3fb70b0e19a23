import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "./document.ts";

/** What is read of the schema of the packaged plugin. */
interface Schema {
  readonly resources: Readonly<
    Record<
      string,
      { inputProperties?: Properties; properties?: Properties; requiredInputs?: readonly string[] }
    >
  >;
  readonly functions?: Readonly<
    Record<string, { inputs?: { properties?: Properties }; outputs?: { properties?: Properties } }>
  >;
  readonly provider: { readonly inputProperties?: Properties };
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * Declares the package that Pulumi generates from the schema for TypeScript: its names, not the types of values. The
 * generator itself needs Go.
 */
export function pluginTypes({ root }: Checkout): string {
  const schema: Schema = JSON.parse(readFileSync(join(root, "dist/plugin/schema.json"), "utf8"));
  const classes = Object.entries(schema.resources).map(
    ([token, { inputProperties = {}, properties = {}, requiredInputs = [] }]) => `
  export class ${nameOf(token)} extends pulumi.CustomResource {
    constructor(name: string, args: ${inputs(inputProperties, requiredInputs)}, options?: pulumi.CustomResourceOptions);
    static get(name: string, id: pulumi.Input<pulumi.ID>, state?: object, options?: pulumi.CustomResourceOptions): ${nameOf(token)};
    ${outputs(properties)}
  }`,
  );
  const functions = Object.entries(schema.functions ?? {}).map(
    ([token, { inputs: given, outputs: found }]) =>
      `  export function ${nameOf(token)}Output(args: ${inputs(given?.properties ?? {}, [])}): { ${outputs(found?.properties ?? {})} };`,
  );
  return `declare module "pulumi-idm-plugin" {
  import * as pulumi from "@pulumi/pulumi";
${classes.join("\n")}
${functions.join("\n")}
  export class Provider extends pulumi.ProviderResource {
    constructor(name: string, args: ${inputs(schema.provider.inputProperties ?? {}, [])}, options?: pulumi.ResourceOptions);
  }
}`;
}

/** `Role` of `idm:index:Role`. */
function nameOf(token: string): string {
  return token.split(":").at(-1) ?? token;
}

function inputs(properties: Properties, required: readonly string[]): string {
  const members = Object.keys(properties).map((name) => `${name}${required.includes(name) ? "" : "?"}: any`);
  return `{ ${members.join("; ")} }`;
}

function outputs(properties: Properties): string {
  return Object.keys(properties)
    .map((name) => `readonly ${name}: pulumi.Output<any>;`)
    .join(" ");
}
