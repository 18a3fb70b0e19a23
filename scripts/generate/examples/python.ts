import { type Shape, shapeAt } from "../../../provider/lifecycle/shape.ts";
import { enumName, pascalCase } from "../schema-types.ts";
import { block, type Declared, inputShape, scalar, snakeCase } from "./example.ts";

/** The example as a Python program. */
export function pythonExample(example: readonly Declared[]): string {
  const resources = example.map(({ resource, name, inputs, isUsed }) => {
    const lines = Object.entries(inputs).map(([key, given]) => {
      const shape = inputShape(resource, key);
      return `${snakeCase(key)}=${value(given, shape, resource.type + pascalCase(key), true)},`;
    });
    const create = `idm.${resource.type}(`;
    const call = block(`${create}${JSON.stringify(name)},`, lines, "", "    ");
    const closed = call.replace(/,\n$/, ")");
    return isUsed ? `${snakeCase(name)} = ${closed}` : closed;
  });
  return ["import pulumi_idm as idm", ...resources].join("\n\n");
}

/** `isInput`: an input itself. Fields of its value have no constants. */
function value(given: unknown, shape: Shape | undefined, name: string, isInput = false): string {
  const inner = (key: string, item: unknown) => value(item, shape && shapeAt(shape, key), name);
  if (Array.isArray(given)) return `[${given.map((item) => inner("0", item)).join(", ")}]`;
  if (typeof given === "object" && given !== null) {
    // The fields of a type have Python's names; the keys of a map belong to the user.
    const isType = shape?.kind === "object" && !shape.others;
    const lines = Object.entries(given).map(
      ([key, item]) => `${JSON.stringify(isType ? snakeCase(key) : key)}: ${inner(key, item)},`,
    );
    return block("{", lines, "}", "    ");
  }
  if (isInput && typeof given === "string" && shape?.kind === "enum" && !shape.isOpen) {
    return `idm.${name}.${snakeCase(enumName(given)).toUpperCase()}`;
  }
  return scalar(given, {
    string: JSON.stringify,
    boolean: (flag) => (flag ? "True" : "False"),
    number: String,
    reference: (reference) => [reference.name, ...reference.path].map(snakeCase).join("."),
  });
}
