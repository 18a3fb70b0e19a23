import type * as z from "zod";
import { type Failure, type Props, unknownValue } from "./handlers.ts";
import { withoutKnownHidden } from "./hidden.ts";
import type { Condition, Resource, Variant } from "./resource.ts";
import { type Shape, shapeAt, shapeOf } from "./shape.ts";
import { valueAt, withoutUnknowns } from "./unknown-values.ts";

/**
 * Checks inputs against types, variants and rules. Returns all failures; never throws. A value unknown in a preview
 * passes.
 */
export function checkInputs(resource: Resource, news: Props): Failure[] {
  const inputs = withoutKnownHidden(news);
  const issues = (resource.schema.safeParse(inputs, { error: messageOf }).error?.issues ?? []).filter(
    (issue) => valueAt(inputs, issue.path) !== unknownValue,
  );
  const valid = validInputs(inputs, new Set(issues.map((issue) => issue.path[0])));
  return [
    ...issues.flatMap((issue) => toFailures(issue, resource, inputs)),
    ...(resource.variants ?? []).flatMap((variant) => variantFailures(variant, valid)),
    ...resource.rules.flatMap((rule) => rule(valid)),
  ];
}

/** The message of an issue whose type has no message of its own. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_format":
      return `must be ${formatNames[issue.format] ?? `a valid ${issue.format}`}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "too_small":
      return limitMessage(issue.origin, issue.inclusive ? "at least" : "above", issue.minimum);
    case "too_big":
      return limitMessage(issue.origin, issue.inclusive ? "at most" : "below", issue.maximum);
    default:
      return "is not allowed";
  }
}

function limitMessage(origin: string, limit: string, value: number | bigint): string {
  if (origin === "string" && limit === "at least" && value === 1) return "must not be empty";
  const unit = { string: "characters", array: "items" }[origin];
  return unit ? `must have ${limit} ${value} ${unit}` : `must be ${limit} ${value}`;
}

const formatNames: Readonly<Record<string, string>> = {
  url: "a URL",
  email: "an email address",
  regex: "in the format of this property",
};

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/**
 * The inputs for variants and rules: a value that is unknown, or that its type refuses, is undefined. Its key stays.
 */
function validInputs(inputs: Props, refused: ReadonlySet<PropertyKey | undefined>): Props {
  const known = withoutUnknowns(inputs) as Props;
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [key, refused.has(key) ? undefined : value]),
  );
}

function toFailures(issue: z.core.$ZodIssue, resource: Resource, inputs: Props): Failure[] {
  if (issue.code !== "unrecognized_keys") {
    const isMissing = valueAt(inputs, issue.path) === undefined;
    return [{ property: propertyPath(issue.path), reason: isMissing ? "is required" : issue.message }];
  }
  const owner = issue.path.length === 0 ? "this resource" : propertyPath(issue.path);
  const reason = `is not a property of ${owner}. Allowed are ${allowedKeys(resource, issue.path).join(", ")}.`;
  return issue.keys.map((key) => ({ property: propertyPath([...issue.path, key]), reason }));
}

function allowedKeys({ inputs }: Resource, [name, ...path]: readonly PropertyKey[]): string[] {
  const property = name === undefined ? undefined : inputs[String(name)];
  if (!property) return Object.keys(inputs);
  let shape: Shape | undefined = shapeOf(property.type);
  for (const part of path) shape = shape && shapeAt(shape, part);
  return shape?.kind === "object" ? Object.keys(shape.fields) : [];
}

function variantFailures({ when, requires = [], forbids = [], remedy }: Variant, inputs: Props): Failure[] {
  if (!applies(when, inputs)) return [];
  const condition = "is" in when ? `is ${when.is}` : `is ${when.isSet ? "" : "not "}set`;
  const failure = (property: string, problem: string) => ({
    property,
    reason: `${problem} when ${when.property} ${condition}: ${remedy}`,
  });
  const missing = requires.filter((name) => !Object.hasOwn(inputs, name));
  const excess = forbids.filter((name) => inputs[name] !== undefined);
  return [
    ...missing.map((name) => failure(name, "is required")),
    ...excess.map((name) => failure(name, "must not be set")),
  ];
}

function applies(when: Condition, inputs: Props): boolean {
  if ("is" in when) return inputs[when.property] === when.is;
  return Object.hasOwn(inputs, when.property) === when.isSet;
}

/** A property path in Pulumi's notation: `a.b[0]["c d"]`. */
export function propertyPath(path: readonly PropertyKey[]): string {
  return path.map((part, index) => pathPart(part, index === 0)).join("");
}

function pathPart(part: PropertyKey, isFirst: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(String(part))) return isFirst ? String(part) : `.${String(part)}`;
  return `[${JSON.stringify(String(part))}]`;
}
