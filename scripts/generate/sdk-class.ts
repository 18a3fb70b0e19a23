import type { Property } from "../../provider/lifecycle/property.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { hasMark, shapeOf } from "../../provider/lifecycle/shape.ts";
import { verbsOf } from "../../provider/lifecycle/verbs.ts";
import { argumentsType } from "./arguments.ts";
import { describeOutput, isAlwaysSet } from "./describe.ts";
import { docComment } from "./doc-comment.ts";
import { namedTypes, outputType } from "./typescript.ts";

const header = "// Written by `npm run generate` from the tables in provider/resources: edit those.";

/** The file name of a type without extension: `custom-domain` for `CustomDomain`. */
export function fileNameOf(type: string): string {
  return type.replace(/\B[A-Z]/g, "-$&").toLowerCase();
}

/** The module of one resource: the type of its arguments, and its class. */
export function resourceModule(resource: Resource): string {
  const body = [argumentsType(resource), classOf(resource)].join("\n\n");
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(body);
  const imported = [
    importOf("../argument-types.ts", ["MustNotBeSet", "Pending"].filter(uses)),
    'import { IdmResource } from "../resource.ts";\n',
    importOf("./types.ts", [...namedTypes(shapesOf(resource)).keys()].filter(uses).sort()),
  ];
  return `${header}
import type * as pulumi from "@pulumi/pulumi";
${imported.join("")}
${body}
`;
}

function importOf(file: string, types: readonly string[]): string {
  return types.length > 0 ? `import type { ${types.join(", ")} } from "${file}";\n` : "";
}

/** The module `types.ts`: the types of nested objects that have a name. */
export function sharedTypesModule(resources: readonly Resource[]): string {
  const types = namedTypes(resources.flatMap(shapesOf));
  return `${[header, ...types.values()].join("\n\n")}\n`;
}

/** The module `index.ts`, which exports all others. */
export function indexModule(resources: readonly Resource[]): string {
  const lines = resources.map(({ type }) => `export * from "./${fileNameOf(type)}.ts";`);
  return `${[header, ...lines, 'export type * from "./types.ts";'].join("\n")}\n`;
}

function shapesOf({ properties }: Resource) {
  return Object.values(properties).map(({ type }) => shapeOf(type));
}

function classOf(resource: Resource): string {
  const { type, description } = resource;
  const outputs = Object.entries(resource.properties).filter(([, property]) => isOutput(property));
  const secrets = Object.entries(resource.properties).filter(([, { type }]) =>
    hasMark(shapeOf(type), "isSecret"),
  );
  const { collection } = resource;
  const spec = {
    type,
    outputs: outputs.map(([name]) => name),
    secrets: secrets.map(([name]) => name),
    ...(collection && { idOutput: collection.idProperty }),
    ...(collection?.naturalKey.isUnique && { isUnique: true }),
    insteadOfImport: insteadOfImport(resource),
  };
  const fields = outputs.map(
    ([name, property]) =>
      `${docComment(describeOutput(property))}\ndeclare readonly ${name}: pulumi.Output<${fieldType(property)}>;`,
  );
  return `${docComment(description)}
export class ${type} extends IdmResource {
${fields.join("\n")}

  /** \`name\` is the name of the resource in the program. */
  constructor(name: string, args: ${type}Args, opts?: pulumi.CustomResourceOptions) {
    super(${JSON.stringify(spec)}, name, args, opts);
  }
${verbsOf(resource).read ? getOf(resource) : ""}}`;
}

/** How a program gets an existing item. */
function insteadOfImport(resource: Resource): string {
  const { type, noun, inputs, collection } = resource;
  if (!collection) return "It creates nothing at the service that could be imported: declare it.";
  const adopt = inputs.adopt ? "adopt it with adopt: true" : collection.adoptHint;
  const manage = adopt && `To manage an existing ${noun}, ${adopt}.`;
  const read = verbsOf(resource).read && `To read one without managing it, use ${type}.get.`;
  return [manage, read].filter(Boolean).join(" ");
}

function isOutput({ onChange, direction }: Property): boolean {
  return direction === "output" || onChange !== "none";
}

function fieldType(property: Property): string {
  return `${outputType(shapeOf(property.type))}${isAlwaysSet(property) ? "" : " | undefined"}`;
}

function getOf({ type, noun }: Resource): string {
  return `
  /** Reads the ${noun} with this id without managing it. Fails when it does not exist. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${type} {
    return new ${type}(name, {} as ${type}Args, { ...opts, id });
  }
`;
}
