import type { Property } from "./property.ts";
import { hasMark, type ObjectShape, type Shape, shapeOf } from "./shape.ts";
import { fieldWireName } from "./wire-names.ts";

/**
 * The mistakes in one property. Each is the end of a message: `name: a required input …`, `sink.token: it has …`.
 */
export function propertyProblems(name: string, property: Property): string[] {
  const shape = shapeOrProblem(property.type);
  if (typeof shape === "string") return [`${name}: ${shape}`];
  const own = [...nameProblems(name, property), ...inputProblems(property), ...typeProblems(property, shape)];
  return [...own.map((problem) => `${name}: ${problem}`), ...nestedProblems(name, shape)];
}

/** The shape of a type, or a sentence that says why the type cannot be used. */
export function shapeOrProblem(type: Property["type"]): Shape | string {
  try {
    return shapeOf(type);
  } catch (error) {
    return (error as Error).message;
  }
}

/** A sentence about a mistake, and whether the mistake is there. */
type Finding = readonly [isProblem: boolean, sentence: string];

/** The sentences of the mistakes that are there. */
export function problemsIn(findings: readonly Finding[]): string[] {
  return findings.filter(([isProblem]) => isProblem).map(([, sentence]) => sentence);
}

function nameProblems(name: string, { description }: Property): string[] {
  return problemsIn([
    [!isCamelCase(name), "its name is not camelCase: rename it"],
    [name === "id" || name === "urn", "Pulumi has a property of this name on every resource: rename it"],
    [description === "", "it has no description: say what it means"],
  ]);
}

function inputProblems(property: Property): string[] {
  const { direction, isOptional, onChange, derive } = property;
  if (direction === "output") return [];
  const isRequiredWith = (option: string) => !isOptional && Object.hasOwn(property, option);
  return problemsIn([
    [
      onChange === undefined,
      "it does not say what a change does: add updates(), replaces() or providerOnly()",
    ],
    [
      isRequiredWith("default"),
      "a required input cannot have a default: add optional(), or remove the default",
    ],
    [
      property.absentIsDefault === true && !Object.hasOwn(property, "default"),
      "its absence cannot mean a default that it does not have: add default, or remove absentIsDefault",
    ],
    [isRequiredWith("onRemoval"), "a required input cannot be removed: add optional(), or remove onRemoval"],
    [derive !== undefined, "an input cannot be derived: make it an output"],
    [
      onChange !== "update" && Object.hasOwn(property, "onRemoval"),
      "onRemoval is sent in an update: add updates(), or remove onRemoval",
    ],
    [direction === "both" && !isOptional, "a required input is an output in any case: remove alsoOutput()"],
    [
      onChange === "none" && direction === "both",
      "an input for the provider only cannot be an output: remove providerOnly() or alsoOutput()",
    ],
  ]);
}

function typeProblems(property: Property, shape: Shape): string[] {
  return problemsIn([
    [
      typeof property.default === "function" && !property.defaultInWords,
      "a default that is a function needs defaultInWords: the reference shows it",
    ],
    [!isAllowed(property, property.default), "its type refuses its default: correct one of them"],
    [!isAllowed(property, property.onRemoval), "its type refuses its onRemoval: correct one of them"],
    [
      property.direction === "output" && hasMark(shape, "isWriteOnly"),
      "an output cannot be write-only, because the service never returns it: remove writeOnly()",
    ],
    [shape.isOptional, "its type is optional: call optional() of the input or output instead"],
  ]);
}

/** Null passes, because the service may use it although programs cannot set it. A function is called later. */
function isAllowed({ type }: Property, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "function") return true;
  return type.safeParse(value).success;
}

function nestedProblems(path: string, shape: Shape): string[] {
  if (shape.kind === "array") return nestedProblems(`${path}[]`, shape.items);
  if (shape.kind === "map") return nestedProblems(`${path}[key]`, shape.values);
  if (shape.kind !== "object") return [];
  const looseProblem = `${path}: z.object and z.looseObject take unknown keys without an error: use z.strictObject`;
  return [
    ...(shape.isLoose ? [looseProblem] : []),
    ...Object.entries(shape.fields).flatMap(([key, field]) => [
      // An object that takes other keys too has the user's own keys: they need neither camelCase nor a description.
      ...(shape.others ? [] : fieldProblems(key, field)).map((problem) => `${path}.${key}: ${problem}`),
      ...nestedProblems(`${path}.${key}`, field),
    ]),
    ...(shape.others ? nestedProblems(`${path}[key]`, shape.others) : []),
    ...sharedFieldNames(path, shape),
  ];
}

function fieldProblems(key: string, field: Shape): string[] {
  return problemsIn([
    [!isCamelCase(key), "its name is not camelCase: rename it"],
    [!field.description, "it has no description: add describe()"],
  ]);
}

function sharedFieldNames(path: string, { fields }: ObjectShape): string[] {
  const wireNames = Object.entries(fields).map(([key, field]) => [key, fieldWireName(key, field)] as const);
  return sharedNames(wireNames).map((problem) => `${path}.${problem}`);
}

/** Reports each property whose wire name is also that of an earlier one. */
export function sharedNames(wireNames: readonly (readonly [name: string, wireName: string])[]): string[] {
  const owners = new Map<string, string>();
  return wireNames.flatMap(([name, wireName]) => {
    const owner = owners.get(wireName);
    if (owner === undefined) owners.set(wireName, name);
    return owner === undefined
      ? []
      : [`${name}: ${owner} has the wire name ${wireName} too: change one of them`];
  });
}

function isCamelCase(name: string): boolean {
  return /^[a-z][A-Za-z0-9]*$/.test(name);
}
