import type { Properties, Property } from "./property.ts";
import { problemsIn, propertyProblems, shapeOrProblem, sharedNames } from "./property-problems.ts";
import type { Collection, Condition, NaturalKey, ResourceTable, Variant } from "./resource.ts";
import { hasMark } from "./shape.ts";
import { wireNameOf } from "./wire-names.ts";

/** The mistakes in a table. Each begins with the resource, or with resource and property: `Role.name: …`. */
export function tableProblems(table: ResourceTable): string[] {
  const { type, properties, collection, variants = [], subject = [], verbs } = table;
  const ofResource = [
    ...(/^[A-Z][A-Za-z0-9]*$/.test(type) ? [] : ["its type is not PascalCase: rename it"]),
    ...(table.description === "" ? ["it has no description: say what it is"] : []),
    ...(collection || verbs?.create ? [] : ["it has no collection and no verb create: add one of them"]),
  ];
  const ofProperties = [
    ...Object.entries(properties).flatMap(([name, property]) => propertyProblems(name, property)),
    ...sharedNames(wireNamesIn(table)),
    ...subject.flatMap((name) => nameInMessages(properties, name, "the subject")),
    ...Object.values(properties).flatMap(({ secretSources = [] }: Property) =>
      secretSources.flatMap((name) => missing(properties, name, "secretWith")),
    ),
    ...variants.flatMap((variant) => variantProblems(variant, properties)),
    ...(collection ? collectionProblems(collection, properties, variants) : []),
  ];
  return [
    ...ofResource.map((problem) => `${type}: ${problem}`),
    ...ofProperties.map((problem) => `${type}.${problem}`),
  ];
}

function wireNamesIn(table: ResourceTable): [name: string, wireName: string][] {
  const { properties, collection } = table;
  return Object.entries(properties).flatMap(([name, { type }]): [string, string][] => {
    if (name === collection?.idProperty) return [[name, collection.wireId]];
    const wireName = typeof shapeOrProblem(type) === "string" ? undefined : wireNameOf(table, name);
    return wireName === undefined ? [] : [[name, wireName]];
  });
}

function collectionProblems(
  { idProperty, naturalKey, functionArguments = [] }: Collection,
  properties: Properties,
  variants: readonly Variant[],
): string[] {
  return [
    ...nameInMessages(properties, idProperty, "the collection"),
    ...idProblems(idProperty, propertyOf(properties, idProperty)),
    ...nameInMessages(properties, naturalKey.property, "the natural key"),
    ...naturalKeyProblems(naturalKey, propertyOf(properties, naturalKey.property), variants),
    ...functionArguments
      .filter((name) => name !== idProperty && name !== naturalKey.property)
      .map((name) => `${name}: functionArguments may have the id and the natural key only: remove it`),
  ];
}

function idProblems(name: string, property: Property | undefined): string[] {
  if (property?.direction !== "input") return [];
  return [`${name}: the id cannot be an input alone: make it an output, or add alsoOutput()`];
}

function naturalKeyProblems(
  { property: name }: NaturalKey,
  property: Property | undefined,
  variants: readonly Variant[],
): string[] {
  if (!property) return [];
  const shape = shapeOrProblem(property.type);
  const isAnswered =
    property.onChange !== "none" && typeof shape === "object" && !hasMark(shape, "isWriteOnly");
  return problemsIn([
    [property.direction === "output", `${name}: the natural key cannot be an output: name an input`],
    [
      property.direction !== "output" && !isAnswered,
      `${name}: the natural key must be answered by the service, so that an item is found by it: name another input`,
    ],
    [
      property.isOptional && !variants.some(({ requires }) => requires?.includes(name)),
      `${name}: an optional natural key does not find an item that was created without it: let a variant require it, or name a required input`,
    ],
  ]);
}

/** The mistakes in naming a property whose value messages show. */
function nameInMessages(properties: Properties, name: string, where: string): string[] {
  const property = propertyOf(properties, name);
  const shape = property && shapeOrProblem(property.type);
  const isSecret = typeof shape === "object" && hasMark(shape, "isSecret");
  return [
    ...missing(properties, name, where),
    ...(isSecret
      ? [`${name}: ${where} cannot be a secret, because messages show it: name another property`]
      : []),
  ];
}

function variantProblems({ when, requires = [], forbids = [] }: Variant, properties: Properties): string[] {
  const checked = [...requires, ...forbids];
  return [
    ...[when.property, ...checked].flatMap((name) => missing(properties, name, "a variant")),
    ...conditionProblems(when, propertyOf(properties, when.property)),
    ...checked.flatMap((name) => {
      const property = propertyOf(properties, name);
      if (!property || (property.direction !== "output" && property.isOptional)) return [];
      return [`${name}: a variant requires or forbids it, but it is not an optional input: add optional()`];
    }),
  ];
}

/** The mistakes in the condition of a variant. */
function conditionProblems(when: Condition, property: Property | undefined): string[] {
  const { property: name } = when;
  if (!property) return [];
  if (property.direction === "output")
    return [`${name}: a variant depends on it, but it is an output: name an input`];
  if ("is" in when) {
    if (property.type.safeParse(when.is).success) return [];
    const value = JSON.stringify(when.is);
    return [`${name}: a variant compares it with ${value}, which its type refuses: correct the value`];
  }
  if (property.isOptional) return [];
  return [`${name}: a variant depends on whether it is set, but it is required: add optional()`];
}

function missing(properties: Properties, name: string, where: string): string[] {
  if (propertyOf(properties, name)) return [];
  return [`${name}: ${where} names it, but the table has no such property: correct the name`];
}

function propertyOf(properties: Properties, name: string): Property | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
