import * as z from "zod";
import type { Property } from "../../provider/lifecycle/property.ts";
import { lengthInWords } from "../../provider/lifecycle/property-types.ts";
import type { Condition, Resource } from "../../provider/lifecycle/resource.ts";
import { hasMark, type Shape, shapeOf } from "../../provider/lifecycle/shape.ts";

/** Describes an input in the reference: its description, then one sentence for each limit, default and effect. */
export function describeInput(resource: Resource, name: string, property: Property): string {
  const shape = shapeOf(property.type);
  return sentences(
    property.description,
    limits(property.type),
    values(shape),
    ...variantNotes(resource, name),
    defaultNote(property),
    Object.hasOwn(property, "onRemoval") && `Removing it sets it to ${literal(property.onRemoval)}.`,
    hasMark(shape, "isSecret") && "Secret: encrypted in the state.",
    shape.isWriteOnly && "The service does not return it, so changes at the service are not noticed.",
    property.onChange === "replace" && "Changing it replaces the resource.",
  );
}

/** Describes an output in the reference. */
export function describeOutput(property: Property): string {
  const shape = shapeOf(property.type);
  return sentences(
    property.outputDescription ?? property.description,
    property.direction !== "output" && limits(property.type),
    values(shape),
    hasMark(shape, "isSecret") && "Secret: encrypted in the state.",
  );
}

/** Whether the output has a value after every create. */
export function isAlwaysSet({ isOptional, direction }: Property): boolean {
  return !isOptional || direction === "both";
}

/** Describes a field of a nested object in the reference. */
export function describeField(shape: Shape): string {
  return sentences(
    shape.description,
    limits(shape.type),
    values(shape),
    shape.isSecret && "Secret: encrypted in the state.",
    shape.isWriteOnly && "The service does not return it.",
  );
}

function sentences(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** The limits of a string's length or of a number, as a sentence. */
function limits(type: z.ZodType): string | undefined {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum } = z.toJSONSchema(type, {
    unrepresentable: "any",
  }) as Record<string, number | undefined>;
  if (minLength === 1 && maxLength === undefined) return "Not empty.";
  if (minLength !== undefined || maxLength !== undefined)
    return capitalised(`${lengthInWords(minLength, maxLength)}.`);
  const least = exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : undefined;
  const isBounded = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `at most ${maximum}` : undefined;
  const bounds = [least ?? (isBounded ? `at least ${minimum}` : undefined), most].filter(Boolean);
  return bounds.length > 0 ? capitalised(`${bounds.join(", ")}.`) : undefined;
}

/** The allowed values of an enum, as a sentence. */
function values(shape: Shape): string | undefined {
  if (shape.kind !== "enum") return undefined;
  const all = shape.values.map((value) => `\`${JSON.stringify(value)}\``);
  if (shape.isOpen) return `${all.join(", ")}, or a value that is newer than this provider.`;
  return all.length === 1 ? `Only ${all[0]}.` : `One of ${all.join(", ")}.`;
}

/** Says when an input must not be set. */
export function forbiddenNote(resource: Resource, name: string): string {
  return variantNotes(resource, name).join(" ");
}

function variantNotes({ variants = [] }: Resource, name: string): string[] {
  return variants.flatMap(({ when, requires = [], forbids = [] }) => [
    ...(requires.includes(name) ? [`Required when ${inWords(when)}.`] : []),
    ...(forbids.includes(name) ? [`Must not be set when ${inWords(when)}.`] : []),
  ]);
}

function inWords(when: Condition): string {
  if ("is" in when) return `\`${when.property}\` is \`${JSON.stringify(when.is)}\``;
  return `\`${when.property}\` is ${when.isSet ? "" : "not "}set`;
}

function defaultNote({ default: value, defaultInWords }: Property): string | undefined {
  if (defaultInWords) return `Default: ${defaultInWords}.`;
  if (value === undefined || value === null || typeof value === "function") return undefined;
  return typeof value === "object" ? "Default: none." : `Default: ${literal(value)}.`;
}

function literal(value: unknown): string {
  return value === null ? "null" : `\`${JSON.stringify(value)}\``;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
