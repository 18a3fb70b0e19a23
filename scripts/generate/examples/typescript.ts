import { block, camelCase, type Declared, scalar } from "./example.ts";

/** The example as a TypeScript program that imports this package. */
export function typescriptExample(example: readonly Declared[], packageName: string): string {
  const resources = example.map(({ resource, name, inputs, isUsed }) => {
    const create = `new idm.${resource.type}(${JSON.stringify(name)}, ${value(inputs)});`;
    return isUsed ? `const ${camelCase(name)} = ${create}` : create;
  });
  return [`import * as idm from "${packageName}";`, ...resources].join("\n\n");
}

function value(given: unknown): string {
  if (Array.isArray(given)) return `[${given.map(value).join(", ")}]`;
  if (typeof given === "object" && given !== null) {
    const lines = Object.entries(given).map(([key, inner]) => `${propertyName(key)}: ${value(inner)},`);
    return block("{", lines, "}", "  ");
  }
  return scalar(given, {
    string: JSON.stringify,
    boolean: String,
    number: String,
    reference: ({ name, path }) => [camelCase(name), ...path].join("."),
  });
}

function propertyName(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
}
