import { innerShapes, type ObjectShape, type Shape } from "../../provider/lifecycle/shape.ts";
import { describeField } from "./describe.ts";
import { docComment } from "./doc-comment.ts";

/** The TypeScript type of a value in arguments. Parts of it may be outputs of other resources. */
export function inputType(shape: Shape): string {
  // The named interface is that of an output: its fields cannot be outputs of other resources.
  const unnamed = shape.kind === "object" ? { ...shape, name: undefined } : shape;
  return printType(unnamed as Shape, (inner) => `pulumi.Input<${inputType(inner)}>`);
}

/** The TypeScript type of a value in outputs. */
export function outputType(shape: Shape): string {
  return printType(shape, outputType);
}

function printType(shape: Shape, inner: (shape: Shape) => string): string {
  const type = withoutNull(shape, inner);
  return shape.isNullable ? `${type} | null` : type;
}

function withoutNull(shape: Shape, inner: (shape: Shape) => string): string {
  switch (shape.kind) {
    case "any":
      return "any";
    case "list-or-map":
      return "unknown[] | Record<string, unknown>";
    case "enum":
      return shape.isOpen ? "string" : shape.values.map((value) => JSON.stringify(value)).join(" | ");
    case "array":
      return `(${inner(shape.items)})[]`;
    case "map":
      return `Record<string, ${inner(shape.values)}>`;
    case "object":
      return shape.name ?? `{ ${objectFields(shape, inner).join(" ")} }`;
    default:
      return shape.kind;
  }
}

function objectFields({ fields, others }: ObjectShape, inner: (shape: Shape) => string): string[] {
  const known = Object.entries(fields).map(([key, field]) => {
    const doc = describeField(field);
    return `${doc && `\n${docComment(doc)}\n`}${key}${field.isOptional ? "?" : ""}: ${inner(field)}${field.isOptional ? " | undefined" : ""};`;
  });
  return [...known, ...(others ? [`[other: string]: ${inner(others)} | undefined;`] : [])];
}

/** The interfaces of all nested objects that have a name, by name. */
export function namedTypes(shapes: readonly Shape[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const shape of shapes) {
    if (shape.kind === "object" && shape.name && !found.has(shape.name)) {
      const lines = objectFields(shape, outputType).map((line) =>
        line.replace(/(^|\n)(?=[a-zA-Z])/, "$1readonly "),
      );
      found.set(
        shape.name,
        `${docComment(descriptionOf(shape))}\nexport interface ${shape.name} {\n${lines.join("\n")}\n}`,
      );
    }
    for (const [name, text] of namedTypes(innerShapes(shape))) found.set(name, text);
  }
  return found;
}

/** The description of the type. A property of this type has a description of its own. */
function descriptionOf(shape: Shape & ObjectShape): string {
  return shape.description ?? `${shape.name}.`;
}
