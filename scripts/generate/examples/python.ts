import type { Shape } from "../../../provider/lifecycle/shape.ts";
import { enumName, pascalCase } from "../schema-types.ts";
import { block, type Declared, inputShape, scalar, snakeCase } from "./example.ts";

/** The example as a Python program. */
export function pythonExample(example: readonly Declared[]): string {
  const resources = example.map(({ resource, name, inputs, isUsed }) => {
    const lines = Object.entries(inputs).map(([key, given]) => {
      const shape = inputShape(resource, key);
      return `${snakeCase(key)}=${value(given, shape, resource.type + pascalCase(key))},`;
    });
    const create = `idm.${resource.type}(`;
    const call = block(`${create}${JSON.stringify(name)},`, lines, "", "    ");
    const closed = call.replace(/,\n$/, ")");
    return isUsed ? `${snakeCase(name)} = ${closed}` : closed;
  });
  return ["import pulumi_idm as idm", ...resources].join("\n\n");
}

function value(given: unknown, shape: Shape | undefined, name: string): string {
  if (Array.isArray(given)) return `[${given.map((item) => value(item, undefined, name)).join(", ")}]`;
  if (typeof given === "object" && given !== null) {
    const lines = Object.entries(given).map(
      ([key, inner]) => `${JSON.stringify(key)}: ${value(inner, undefined, name)},`,
    );
    return block("{", lines, "}", "    ");
  }
  if (shape?.kind === "enum" && !shape.isOpen && typeof given === "string") {
    return `idm.${name}.${snakeCase(enumName(given)).toUpperCase()}`;
  }
  return scalar(given, {
    string: JSON.stringify,
    boolean: (flag) => (flag ? "True" : "False"),
    number: String,
    reference: (reference) => [reference.name, ...reference.path].map(snakeCase).join("."),
  });
}
