import type { Property } from "../../provider/lifecycle/property.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { hasMark, type ObjectShape, type Shape, shapeOf } from "../../provider/lifecycle/shape.ts";
import { describeField, describeInput, describeOutput } from "./describe.ts";
import { functionSpecs } from "./schema-functions.ts";
import { settingSpecs } from "./schema-settings.ts";

type Json = Record<string, unknown>;

/** What the schema of the package says beside the resources. */
export interface PackageInfo {
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
}

/** The Pulumi package schema: https://www.pulumi.com/docs/iac/packages-and-automation/pulumi-packages/schema */
export function packageSchema(info: PackageInfo, resources: readonly Resource[]): Json {
  const types: Record<string, Json> = {};
  const specs: Record<string, Json> = Object.fromEntries(
    resources.map((resource) => [token(resource.type), resourceSpec(resource, types)]),
  );
  return {
    name: "idm",
    displayName: "Identity management",
    ...settingSpecs(),
    ...info,
    attribution: "",
    language: {
      nodejs: { respectSchemaVersion: true },
      python: { packageName: "pulumi_idm", respectSchemaVersion: true, pyproject: { enabled: true } },
      go: { importBasePath: "example.com/pulumi-idm/sdk/go/idm", respectSchemaVersion: true },
    },
    types: sorted(types),
    resources: sorted(specs),
    functions: sorted(functionSpecs(resources, specs)),
  };
}

function sorted(specs: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(specs).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function token(name: string): string {
  return `idm:index:${name}`;
}

function resourceSpec(resource: Resource, types: Record<string, Json>): Json {
  const entries = Object.entries(resource.properties);
  const inputs = entries.filter(([, { direction }]) => direction !== "output");
  const outputs = entries.filter(([, { onChange }]) => onChange !== "none");
  const spec = (describe: (name: string, property: Property) => string, isInput: boolean) => {
    return ([name, property]: [string, Property]) => [
      name,
      {
        ...typeSpec(shapeOf(property.type), resource.type + pascalCase(name), types),
        description: describe(name, property),
        ...(hasMark(shapeOf(property.type), "isSecret") && { secret: true }),
        ...(isInput && property.onChange === "replace" && { replaceOnChanges: true }),
      },
    ];
  };
  const required = (list: typeof entries) =>
    list.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    description: resource.description,
    inputProperties: Object.fromEntries(
      inputs.map(spec((name, property) => describeInput(resource, name, property), true)),
    ),
    requiredInputs: required(inputs),
    properties: Object.fromEntries(outputs.map(spec((_name, property) => describeOutput(property), false))),
    required: required(outputs),
  };
}

/** The type of a value. Adds the named types that it uses to `types`; `name` is for a type without a name. */
function typeSpec(shape: Shape, name: string, types: Record<string, Json>): Json {
  switch (shape.kind) {
    case "any":
    case "list-or-map":
      return { $ref: "pulumi.json#/Any" };
    case "enum":
      return shape.isOpen ? { type: "string" } : addType(name, enumSpec(shape.values), types);
    case "number":
      return { type: isWhole(shape) ? "integer" : "number" };
    case "array":
      return { type: "array", items: typeSpec(shape.items, singular(name), types) };
    case "map":
      return mapOf(shape.values, name, types);
    case "object":
      // A generator would rename the keys of an object that belong to the user.
      if (shape.others) return mapOf(shape.others, name, types);
      return addType(shape.name ?? name, objectSpec(shape, shape.name ?? name, types), types);
    default:
      return { type: shape.kind };
  }
}

function mapOf(values: Shape, name: string, types: Record<string, Json>): Json {
  return { type: "object", additionalProperties: typeSpec(values, singular(name), types) };
}

function objectSpec(shape: Shape & ObjectShape, name: string, types: Record<string, Json>): Json {
  const fields = Object.entries(shape.fields);
  return {
    type: "object",
    description: shape.description ?? `${name}.`,
    properties: Object.fromEntries(
      fields.map(([key, field]) => [
        key,
        { ...typeSpec(field, name + pascalCase(key), types), description: describeField(field) },
      ]),
    ),
    required: fields.filter(([, field]) => !field.isOptional).map(([key]) => key),
  };
}

function enumSpec(values: readonly string[]): Json {
  return {
    type: "string",
    enum: values.map((value) => ({ name: pascalCase(value) || "None", value })),
  };
}

function addType(name: string, spec: Json, types: Record<string, Json>): Json {
  types[token(name)] = spec;
  return { $ref: `#/types/${token(name)}` };
}

/** Whether the type of a number is a whole number. */
function isWhole({ type }: Shape): boolean {
  const { def } = type as unknown as { def: { format?: string; innerType?: { def: { format?: string } } } };
  return (def.format ?? def.innerType?.def.format) === "safeint";
}

/** `Methods` → `Method` */
function singular(name: string): string {
  return name.replace(/s$/, "");
}

/** `self_managed_certs` → `SelfManagedCerts` */
function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
