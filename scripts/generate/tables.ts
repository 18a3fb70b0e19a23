import { changeNote, type Documented, type JsonSchema, jsonSchema } from "./schema.ts";

/** The README's tables: per resource its inputs and outputs. */
export function resourceTables(definitions: readonly Documented[]): string {
  return definitions.map(resourceTable).join("\n\n");
}

function resourceTable(definition: Documented): string {
  const inputs = jsonSchema(definition.inputs());
  const outputs = jsonSchema(definition.outputs());
  const required = new Set(inputs.required);
  const inputRows = rows(
    inputs,
    (key) => `${required.has(key) ? "" : "?"}`,
    (key) => changeNote(definition, key),
  );
  const outputRows = rows(
    outputs,
    () => "",
    () => "",
  );
  return [
    `### ${definition.type}`,
    `| Input | Meaning |\n|---|---|\n${inputRows}`,
    `| Output beside the inputs | Meaning |\n|---|---|\n${outputRows}`,
  ].join("\n\n");
}

function rows(schema: JsonSchema, mark: (key: string) => string, note: (key: string) => string): string {
  const { $defs } = schema;
  return Object.entries(schema.properties ?? {})
    .map(([key, property]) => `| \`${key}${mark(key)}\` | ${describe(property, $defs)}${note(key)} |`)
    .join("\n");
}

function describe(property: JsonSchema, definitions: Record<string, JsonSchema> | undefined): string {
  const choices = property.enum ?? property.anyOf?.flatMap((choice) => choice.enum ?? []);
  const named = property.$ref && definitions?.[property.$ref.replace("#/$defs/", "")]?.description;
  const text = property.description ?? named ?? "";
  return choices && choices.length > 1
    ? `${text} One of ${choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(", ")}.`
    : text;
}
