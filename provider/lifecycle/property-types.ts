// Pieces that the input schemas of several resources share.
import { z } from "zod";

/** Text of a length from `min` to `max`, in characters as the interface counts them: an emoji is one, not two. */
export function textOf({ min = 0, max }: { min?: number; max: number }) {
  const wanted = min === 0 ? `at most ${max}` : min === max ? `exactly ${max}` : `${min} to ${max}`;
  return z.string("must be text").refine((value) => {
    const { length } = [...value];
    return length >= min && length <= max;
  }, `must have ${wanted} characters`);
}

/** An id that becomes a segment of a request path, which `.`, `..` and half a surrogate pair cannot be. */
export function pathId(lengths: { min: number; max: number }) {
  const isSegment = (value: string) => value !== "." && value !== ".." && value.isWellFormed();
  return textOf(lengths).refine(isSegment, "must be an id, not a path or broken text");
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
