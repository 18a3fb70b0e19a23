// Pieces that the schemas of several resources share.
import { z } from "zod";

/** An id in an answer. Some services give numbers; an empty one names nothing. */
export const id = z.union([z.string().min(1), z.number().transform(String)]);

/** A field of an answer that may be missing, null, or of a kind that this version does not know: then it says nothing. */
export function tolerant<T extends z.ZodType>(schema: T) {
  return z.transform((value: unknown): z.infer<T> | undefined =>
    value === undefined || value === null ? undefined : schema.safeParse(value).data,
  );
}

export const optionalText = tolerant(z.string());
export const optionalFlag = tolerant(z.boolean());

/** An enum value in an answer: case does not matter, and a new value passes. */
export const optionalEnum = tolerant(z.string().transform((value) => value.toLowerCase()));

/** An object in an answer whose keys belong to the user. zod's record would drop a key named `__proto__`. */
export function userMap<T extends z.ZodType>(value: T) {
  return z.unknown().transform((object, context): Record<string, z.infer<T>> => {
    const isObject = typeof object === "object" && object !== null && !Array.isArray(object);
    const entries = isObject
      ? Object.entries(object).map(([key, inner]) => [key, value.safeParse(inner)] as const)
      : [];
    if (isObject && entries.every(([, inner]) => inner.success))
      return Object.fromEntries(entries.map(([key, inner]) => [key, inner.data as z.infer<T>]));
    context.addIssue({ code: "custom", message: "not an object of the expected values" });
    return z.NEVER;
  });
}

/** Text of a length from `min` to `max`, in characters as the interface counts them: an emoji is one, not two. */
export function text({ min = 0, max }: { min?: number; max: number }) {
  const wanted = min === 0 ? `at most ${max}` : min === max ? `exactly ${max}` : `${min} to ${max}`;
  return z.string("must be text").refine((value) => {
    const { length } = [...value];
    return length >= min && length <= max;
  }, `must have ${wanted} characters`);
}

/** An id that becomes a segment of a request path, which `.`, `..` and half a surrogate pair cannot be. */
export function pathId(lengths: { min: number; max: number }) {
  const isSegment = (value: string) => value !== "." && value !== ".." && value.isWellFormed();
  return text(lengths).refine(isSegment, "must be an id, not a path or broken text");
}

/** The input `adopt`, for resources that can be found by a natural key. */
export function adopt(what: string) {
  return z
    .boolean("must be true or false")
    .optional()
    .meta({
      description: `Take over a ${what} if the service has one, in place of failing or making another. Default: false. Looked at when the resource is created only.`,
    });
}

/** A choice of texts, with all of them in the message. */
export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}`);
}

/** Dot-separated labels of 1 to 63 letters, digits and inner hyphens: what interface section 2.1 allows for `domain`. */
export const hostnamePattern = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Host names mean the same in upper and lower case. */
export function sameHostname(left: unknown, right: unknown): boolean {
  return typeof left === "string" && typeof right === "string"
    ? left.toLowerCase() === right.toLowerCase()
    : left === right;
}
