import type { Property } from "../../provider/lifecycle/property.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { hasMark, shapeOf } from "../../provider/lifecycle/shape.ts";
import { describeInput, describeOutput, isAlwaysSet } from "./describe.ts";
import { exampleDocs } from "./examples/docs.ts";
import { importDocs } from "./import-commands.ts";
import { functionSpecs } from "./schema-functions.ts";
import type { PublisherInfo } from "./schema-publisher.ts";
import { settingSpecs } from "./schema-settings.ts";
import { type Json, pascalCase, token, typeSpec } from "./schema-types.ts";

/** What the schema of the package says beside the resources. */
export interface PackageInfo extends PublisherInfo {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
}

/**
 * The module of the Go package. A placeholder: who publishes the Go package sets it to the address of the repository,
 * such as `github.com/OWNER/REPOSITORY/sdk/go`. Programs of the generated package use it with a `replace` in go.mod.
 */
export const goModule = "example.com/pulumi-idm/sdk/go";
/** The npm package that Pulumi generates for the plugin. `pulumi-idm` itself is the package of the dynamic provider. */
export const npmPackage = "pulumi-idm-plugin";
/** What the examples import. */
export const examplePackages = { npmPackage, goModule };

/** The category of the package in the Pulumi Registry, and that it is not made of a Terraform provider. */
const registryKeywords = ["category/infrastructure", "kind/native"];

/** The Pulumi package schema: https://www.pulumi.com/docs/iac/packages-and-automation/pulumi-packages/schema */
export function packageSchema(info: PackageInfo, resources: readonly Resource[]): Json {
  const types: Record<string, Json> = {};
  const specs: Record<string, Json> = Object.fromEntries(
    resources.map((resource) => [
      token(resource.type),
      {
        ...resourceSpec(resource, types),
        description: [
          resource.description,
          exampleDocs(resource, resources, examplePackages),
          ...importDocs(resource),
        ].join("\n\n"),
      },
    ]),
  );
  return {
    name: "idm",
    displayName: "Identity management",
    ...settingSpecs(),
    ...info,
    keywords: [...info.keywords, ...registryKeywords],
    attribution: "",
    // The generated packages have the version of this one, and the Go package its go.mod.
    meta: { supportPack: true },
    language: {
      nodejs: { packageName: npmPackage, respectSchemaVersion: true },
      python: {
        packageName: "pulumi_idm",
        pythonRequires: ">=3.10",
        respectSchemaVersion: true,
        pyproject: { enabled: true },
      },
      go: {
        importBasePath: `${goModule}/idm`,
        respectSchemaVersion: true,
        generateResourceContainerTypes: true,
      },
    },
    types: sorted(types),
    resources: sorted(specs),
    functions: sorted(functionSpecs(resources, specs, examplePackages)),
  };
}

function sorted(specs: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(specs).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * The spec has no `default` of the service or the provider: a generated package would declare it in the program's
 * place, and what is declared is compared, sent and checked. The descriptions say the defaults.
 */
function resourceSpec(resource: Resource, types: Record<string, Json>): Json {
  const entries = Object.entries(resource.properties);
  const inputs = entries.filter(([, { direction }]) => direction !== "output");
  const outputs = entries.filter(([, { onChange }]) => onChange !== "none");
  return {
    inputProperties: Object.fromEntries(
      inputs.map(([name, property]) => [name, inputSpec(resource, name, property, types)]),
    ),
    requiredInputs: namesOf(inputs, ({ isOptional }) => !isOptional),
    properties: Object.fromEntries(
      outputs.map(([name, property]) => [name, outputSpec(resource, name, property, types)]),
    ),
    required: namesOf(outputs, isAlwaysSet),
    // The engine offers the list of a resource only with this property.
    ...(resource.collection && { listInputs: { type: "object", properties: {} } }),
  };
}

function namesOf(
  entries: readonly (readonly [string, Property])[],
  isRequired: (property: Property) => boolean,
): string[] {
  return entries.filter(([, property]) => isRequired(property)).map(([name]) => name);
}

function inputSpec(resource: Resource, name: string, property: Property, types: Record<string, Json>): Json {
  return {
    ...typeOf(resource, name, property, { types, isInput: true }),
    description: describeInput(resource, name, property),
    ...secretMark(property),
    ...(property.onChange === "replace" && { replaceOnChanges: true }),
  };
}

function outputSpec(resource: Resource, name: string, property: Property, types: Record<string, Json>): Json {
  return {
    ...typeOf(resource, name, property, { types, isInput: false }),
    description: describeOutput(property),
    ...secretMark(property),
  };
}

function typeOf(
  { type }: Resource,
  name: string,
  property: Property,
  options: { types: Record<string, Json>; isInput: boolean },
): Json {
  const { description } = property;
  return typeSpec(shapeOf(property.type), { ...options, name: type + pascalCase(name), description });
}

function secretMark({ type }: Property): Json {
  return hasMark(shapeOf(type), "isSecret") ? { secret: true } : {};
}
