/** Arguments of one resource: JSON, at any depth with expressions made by `code`. */
export type Args = Record<string, unknown>;

/** A CommonJS program that declares the resources `name: [type, arguments]` and exports the expressions. */
export function programOf(
  resources: Record<string, readonly [type: string, args: Args]>,
  exported: Record<string, string> = {},
): string {
  const declarations = Object.entries(resources).map(
    ([name, [type, args]]) => `const ${name} = new idm.${type}(${JSON.stringify(name)}, ${literal(args)});`,
  );
  const exports = Object.entries(exported).map(([name, expression]) => `exports.${name} = ${expression};`);
  return [
    'const pulumi = require("@pulumi/pulumi");',
    'const idm = require("pulumi-idm");',
    ...declarations,
    ...exports,
  ].join("\n");
}

/** An expression of the program instead of a value, such as `code("role.roleId")`. */
export function code(expression: string): Code {
  return new Code(expression);
}

class Code {
  readonly expression: string;

  constructor(expression: string) {
    this.expression = expression;
  }
}

function literal(value: unknown): string {
  if (value instanceof Code) return value.expression;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `[${JSON.stringify(key)}]: ${literal(inner)}`)
    .join(", ")} }`;
}
