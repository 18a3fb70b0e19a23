import { changeNote, type Documented, type JsonSchema, jsonSchema } from "./schema.ts";

/** `sdk/types.ts`: per resource the arguments, the outputs and the names of the outputs; and the types that they share. */
export function typesModule(definitions: readonly Documented[]): string {
  const shared = new Map<string, string>();
  const resources = definitions.map((definition) => resourceTypes(definition, shared));
  const header =
    '// Written by `npm run generate` from the schemas in provider/resources; edit those.\nimport type { Input, Output } from "@pulumi/pulumi";';
  return `${[header, ...resources, ...[...shared.values()]].join("\n\n")}\n`;
}

function resourceTypes(definition: Documented, shared: Map<string, string>): string {
  const { type } = definition;
  const inputs = jsonSchema(definition.inputs());
  const outputs = jsonSchema(definition.outputs());
  const wrapInput = (text: string) => `Input<${text}>`;
  const wrapOutput = (text: string, optional: boolean) => `Output<${text}${optional ? " | undefined" : ""}>`;
  const args = properties(inputs, shared, (key, schema, optional) => ({
    doc: `${schema.description ?? ""}${changeNote(definition, key)}`,
    line: `${key}${optional ? "?" : ""}: ${wrapInput(inputType(schema, shared))}${optional ? " | undefined" : ""};`,
  }));
  const asOutput = (key: string, schema: JsonSchema, optional: boolean) => ({
    doc: schema.description ?? "",
    line: `readonly ${key}: ${wrapOutput(plainType(schema, shared), optional)};`,
  });
  const merged = mergeOutputs(inputs, outputs, definition);
  const names = [
    ...new Set([...Object.keys(inputs.properties ?? {}), ...Object.keys(outputs.properties ?? {})]),
  ].filter((key) => definition.fields[key]?.onChange !== "ignore");
  const camel = type[0]?.toLowerCase() + type.slice(1);
  return [
    `/** Arguments of \`${type}\`. */\nexport interface ${type}Args {\n${args}\n}`,
    `/** Properties of \`${type}\`, beside \`id\` and \`urn\`. */\nexport interface ${type}Outputs {\n${properties(merged, shared, asOutput)}\n}`,
    `/** @internal What a program can read before the engine answers. */\nexport const ${camel}Outputs: readonly (keyof ${type}Outputs)[] = ${JSON.stringify(names, null, 2)};`,
  ].join("\n\n");
}

/** All properties of the resource: its inputs (those that steer the provider apart) and its outputs. */
function mergeOutputs(inputs: JsonSchema, outputs: JsonSchema, { fields }: Documented): JsonSchema {
  const ownInputs = Object.entries(inputs.properties ?? {}).filter(
    ([key]) => fields[key]?.onChange !== "ignore",
  );
  const required = [...(inputs.required ?? []), ...(outputs.required ?? [])];
  return {
    $defs: { ...inputs.$defs, ...outputs.$defs },
    required,
    properties: { ...Object.fromEntries(ownInputs), ...outputs.properties },
  };
}

type Line = { readonly doc: string; readonly line: string };

function properties(
  schema: JsonSchema,
  shared: Map<string, string>,
  print: (key: string, schema: JsonSchema, optional: boolean) => Line,
): string {
  for (const [name, definition] of Object.entries(schema.$defs ?? {})) share(name, definition, shared);
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([key, property]) => print(key, property, !required.has(key)))
    .map(({ doc, line }) => `  /** ${doc.trim()} */\n  ${line}`)
    .join("\n");
}

/** Emits a schema that has an id of its own as an interface, once. */
function share(name: string, schema: JsonSchema, shared: Map<string, string>): void {
  if (shared.has(name)) return;
  const lines = properties(schema, shared, (key, property, optional) => ({
    doc: property.description ?? "",
    line: `readonly ${key}${optional ? "?" : ""}: ${plainType(property, shared)}${optional ? " | undefined" : ""};`,
  }));
  shared.set(
    name,
    `/** ${schema.description ?? name} */\nexport interface ${name} {\n${lines.replaceAll(/ {2}\/\*\* {2}\*\/\n/g, "")}\n}`,
  );
}

function plainType(schema: JsonSchema, shared: Map<string, string>): string {
  return printType(
    schema,
    (inner) => plainType(inner, shared),
    (value) => value,
  );
}

function inputType(schema: JsonSchema, shared: Map<string, string>): string {
  return printType(
    schema,
    (inner) => inputType(inner, shared),
    (value) => `Input<${value}>`,
  );
}

function printType(
  schema: JsonSchema,
  inner: (schema: JsonSchema) => string,
  wrap: (text: string) => string,
): string {
  if (schema.$ref) return schema.$ref.replace("#/$defs/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(inner).join(" | ");
  if (schema.type === "array" && schema.items) return `${wrap(inner(schema.items))}[]`;
  if (schema.type === "object") return objectType(schema, inner, wrap);
  const names = [schema.type ?? "unknown"].flat();
  return names.map((name) => (name === "integer" ? "number" : name)).join(" | ");
}

function objectType(
  schema: JsonSchema,
  inner: (schema: JsonSchema) => string,
  wrap: (text: string) => string,
): string {
  const rest =
    typeof schema.additionalProperties === "object" ? wrap(inner(schema.additionalProperties)) : undefined;
  const required = new Set(schema.required);
  const known = Object.entries(schema.properties ?? {}).map(([key, property]) =>
    required.has(key) ? `${key}: ${wrap(inner(property))}` : `${key}?: ${wrap(inner(property))} | undefined`,
  );
  if (known.length === 0) return `Record<string, ${rest ?? "unknown"}>`;
  return `{ ${[...known, ...(rest ? [`[other: string]: ${rest} | undefined`] : [])].join("; ")} }`;
}
