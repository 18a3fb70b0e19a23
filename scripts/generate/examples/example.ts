import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { type Shape, shapeOf } from "../../../provider/lifecycle/shape.ts";

/** A resource of an example program. */
export interface Declared {
  readonly resource: Resource;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Whether a later resource uses an output of it. */
  readonly isUsed: boolean;
}

/** An output of another resource of the example: `$login.verificationRecord.name`. */
export interface Reference {
  readonly name: string;
  readonly path: readonly string[];
}

/** What the examples import. */
export interface ExamplePackages {
  readonly npmPackage: string;
  readonly goModule: string;
}

/** How a language writes values. */
export interface Style {
  string(value: string): string;
  boolean(value: boolean): string;
  number(value: number): string;
  reference(reference: Reference): string;
}

/** The example of a resource: first the resources whose outputs it uses, then the resource. */
export function exampleOf(resource: Resource, resources: readonly Resource[]): Declared[] {
  const { example } = resource;
  if (!example) throw new Error(`${resource.type} has no example: add one to its table`);
  const names = references(example.inputs).map(({ name }) => name);
  const used = [...new Set(names)].flatMap((name) => {
    const other = resources.find((candidate) => candidate.example?.name === name);
    if (!other)
      throw new Error(`the example of ${resource.type} uses ${name}, which no other example declares`);
    return exampleOf(other, resources).map((declared) => ({ ...declared, isUsed: true }));
  });
  return [...used, { resource, ...example, isUsed: false }];
}

/** The reference that a value is, if it is one. */
export function referenceIn(value: unknown): Reference | undefined {
  const [, text] = typeof value === "string" ? (/^\$(.+)/.exec(value) ?? []) : [];
  if (text === undefined) return undefined;
  const [name = "", ...path] = text.split(".");
  return { name, path };
}

function references(value: unknown): Reference[] {
  const own = referenceIn(value);
  if (own) return [own];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(references);
}

/** The shape of an input. */
export function inputShape({ type, inputs }: Resource, name: string): Shape {
  const property = inputs[name];
  if (!property) throw new Error(`the example of ${type} declares ${name}, which is not an input`);
  return shapeOf(property.type);
}

/** A value that is no list and no map. */
export function scalar(value: unknown, style: Style): string {
  const reference = referenceIn(value);
  if (reference) return style.reference(reference);
  if (typeof value === "string") return style.string(value);
  if (typeof value === "boolean") return style.boolean(value);
  if (typeof value === "number") return style.number(value);
  throw new Error(`an example cannot have the value ${JSON.stringify(value)}`);
}

/** Lines between an opening and a closing one, each indented once more. */
export function block(open: string, lines: readonly string[], close: string, indent: string): string {
  const inner = lines.flatMap((line) => line.split("\n")).map((line) => `${indent}${line}`);
  return [open, ...inner, close].join("\n");
}

/** `driving-licence` → `drivingLicence` */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** `customDomainId` → `custom_domain_id` */
export function snakeCase(name: string): string {
  return name
    .replace(/-/g, "_")
    .replace(/(?<=[a-z0-9])[A-Z]/g, "_$&")
    .toLowerCase();
}
