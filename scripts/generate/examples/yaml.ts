import { block, type Declared, scalar } from "./example.ts";

/** The example as the `resources` section of a Pulumi.yaml. */
export function yamlExample(example: readonly Declared[]): string {
  const resources = example.map(({ resource, name, inputs }) => {
    const lines = [
      `type: idm:index:${resource.type}`,
      block("properties:", entries(inputs), "", "  ").trimEnd(),
    ];
    return block(`${name}:`, lines, "", "  ").trimEnd();
  });
  return block("resources:", resources, "", "  ").trimEnd();
}

function entries(given: object): string[] {
  return Object.entries(given).map(([key, inner]) => {
    const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
    if (Array.isArray(inner))
      return block(
        `${name}:`,
        inner.map((item) => `- ${text(item)}`),
        "",
        "  ",
      ).trimEnd();
    if (typeof inner === "object" && inner !== null)
      return block(`${name}:`, entries(inner), "", "  ").trimEnd();
    return `${name}: ${text(inner)}`;
  });
}

function text(given: unknown): string {
  return scalar(given, {
    string: (value) => (/^[A-Za-z][\w ]*$/.test(value) ? value : JSON.stringify(value)),
    boolean: String,
    number: String,
    reference: ({ name, path }) => `\${${[name, ...path].join(".")}}`,
  });
}
