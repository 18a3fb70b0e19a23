import { type Shape, shapeAt } from "../../../provider/lifecycle/shape.ts";
import { enumName, pascalCase } from "../schema-types.ts";
import { block, camelCase, type Declared, inputShape, scalar } from "./example.ts";

/** The example as a Go program that imports the package from this module. */
export function goExample(example: readonly Declared[], goModule: string): string {
  return goProgram(example.map(declaration), goModule);
}

/** A Go program that runs these statements. */
export function goProgram(statements: readonly string[], goModule: string): string {
  const imports = [`"${goModule}/idm"`, '"github.com/pulumi/pulumi/sdk/v3/go/pulumi"'];
  const body = [...statements, "return nil"];
  const run = block("pulumi.Run(func(ctx *pulumi.Context) error {", body, "})", "\t");
  return [
    "package main",
    block("import (", imports, ")", "\t"),
    block("func main() {", [run], "}", "\t"),
  ].join("\n\n");
}

function declaration({ resource, name, inputs, isUsed }: Declared): string {
  const fields = Object.entries(inputs).map(([key, given]) => {
    return [
      `${pascalCase(key)}:`,
      value(given, inputShape(resource, key), resource.type + pascalCase(key)),
    ] as const;
  });
  const call = `idm.New${resource.type}(ctx, ${JSON.stringify(name)}, &idm.${resource.type}Args{`;
  const assigned = isUsed ? `${camelCase(name)}, err := ` : "if _, err := ";
  const open = `${assigned}${call}`;
  const close = isUsed ? "})\nif err != nil {\n\treturn err\n}" : "}); err != nil {\n\treturn err\n}";
  return block(open, aligned(fields), close, "\t");
}

/** Struct fields or map entries as gofmt aligns them: those of one line each that follow one another. */
function aligned(fields: readonly (readonly [name: string, value: string])[]): string[] {
  return fields.map(([name, text], index) => {
    const width = Math.max(...neighbours(fields, index).map(([other]) => other.length));
    const isMultiline = text.includes("\n");
    return `${name}${" ".repeat(isMultiline ? 1 : width - name.length + 1)}${text},`;
  });
}

/** The fields of one line each around a field. */
function neighbours<Field extends readonly [string, string]>(
  fields: readonly Field[],
  index: number,
): Field[] {
  const isBreak = ([, text]: Field) => text.includes("\n");
  const before = fields.slice(0, index).findLastIndex(isBreak);
  const after = fields.slice(index).findIndex(isBreak);
  return fields.slice(before + 1, after < 0 ? undefined : Math.max(index + after, index + 1));
}

function value(given: unknown, shape: Shape, name: string): string {
  if (Array.isArray(given) || (typeof given === "object" && given !== null))
    return composite(given, shape, name);
  if (shape.kind === "enum" && !shape.isOpen && typeof given === "string") {
    const constant = enumName(given);
    return `idm.${name}${constant.includes("_") ? "_" : ""}${constant}`;
  }
  return scalar(given, {
    string: (text) => `pulumi.String(${JSON.stringify(text)})`,
    boolean: (flag) => `pulumi.Bool(${flag})`,
    number: (number) => `pulumi.${inputType(shape, "")}(${number})`,
    reference: ({ name: resource, path }) => {
      const [first = "", ...rest] = path;
      return [camelCase(resource), pascalCase(first), ...rest.map((part) => `${pascalCase(part)}()`)].join(
        ".",
      );
    },
  });
}

function composite(given: object, shape: Shape, name: string): string {
  const isType = shape.kind === "object" && !shape.others;
  const entries = Object.entries(given).map(([key, inner]) => {
    const innerShape = shapeAt(shape, key);
    if (!innerShape) throw new Error(`a Go example of ${name} is not supported`);
    const text = value(
      inner,
      fieldShape(innerShape),
      typeName(shape, name) + (isType ? pascalCase(key) : ""),
    );
    return [isType ? `${pascalCase(key)}:` : `${JSON.stringify(key)}:`, text] as const;
  });
  const lines = Array.isArray(given) ? entries.map(([, text]) => `${text},`) : aligned(entries);
  const open = isType ? `&idm.${typeName(shape, name)}Args{` : `${qualified(shape, name)}{`;
  return block(open, lines, "}", "\t");
}

/** Fields and items have no constants. */
function fieldShape(shape: Shape): Shape {
  return shape.kind === "enum" ? { ...shape, isOpen: true } : shape;
}

function typeName(shape: Shape, name: string): string {
  return (shape.kind === "object" && shape.name) || name;
}

/** The Go type of a list or a map: `pulumi.StringMap`, `idm.LogStreamSinkArray`. */
function qualified(shape: Shape, name: string): string {
  let inner = shape;
  while (inner.kind === "array" || inner.kind === "map")
    inner = inner.kind === "array" ? inner.items : inner.values;
  const isOurs = inner.kind === "object" && !inner.others;
  return isOurs ? `idm.${inputType(shape, typeName(inner, name))}` : `pulumi.${inputType(shape, "Map")}`;
}

/** `object` is the name of the type of an object. */
function inputType(shape: Shape, object: string): string {
  switch (shape.kind) {
    case "array":
      return `${inputType(shape.items, object)}Array`;
    case "map":
      return `${inputType(shape.values, object)}Map`;
    case "object":
      return shape.others ? `${inputType(shape.others, object)}Map` : object;
    case "boolean":
      return "Bool";
    case "number":
      return "Float64";
    default:
      return "String";
  }
}
