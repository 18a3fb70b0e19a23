// zod types that several resources use, and the marks that a type can have: secret, write-only, wire name.
import * as z from "zod";
import type { Props } from "./handlers.ts";

declare module "zod" {
  interface GlobalMeta {
    /** See `secret`. */
    secret?: boolean;
    /** See `writeOnly`. */
    writeOnly?: boolean;
    /** See `readableItemsOf`. */
    readableItems?: boolean;
    /** See `wireName`. */
    wireName?: string;
    /** See `openEnum`. */
    knownValues?: readonly string[];
    /** See `listOrMap`. */
    listOrMap?: boolean;
  }
}

/** Marks a value as secret, at any depth: it is encrypted in the state, and in no message, log line or error. */
export function secret<T extends z.ZodType>(type: T): T {
  return type.meta({ secret: true });
}

/** Marks a value that the service accepts but never returns, at any depth. A refresh keeps the value of the state. */
export function writeOnly<T extends z.ZodType>(type: T): T {
  return type.meta({ writeOnly: true });
}

/** An array that is read without the items that cannot be read. Any other array is then not read at all. */
export function readableItemsOf<T extends z.ZodArray>(type: T): T {
  return type.meta({ readableItems: true });
}

/** Sets the name of a value in requests and responses. Default: the snake_case of its key. */
export function wireName<T extends z.ZodType>(name: string, type: T): T {
  return type.meta({ wireName: name });
}

/**
 * A string of `min` to `max` Unicode characters. Unlike in zod's own `min` and `max`, an emoji counts as one.
 * Default: any.
 */
export function text({ min = 0, max }: { min?: number; max?: number } = {}) {
  if (min === 0 && max === undefined) return anyString;
  const isAllowed = (value: string) => {
    const { length } = [...value];
    return length >= min && length <= (max ?? Number.POSITIVE_INFINITY);
  };
  const limits = { ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) };
  const isNonEmpty = min === 1 && max === undefined;
  const problem = isNonEmpty ? "must not be empty" : `must have ${lengthInWords(min, max)}`;
  return withMeta(z.string().refine(isAllowed, problem), limits);
}

// To create a zod type takes 60 µs at the start of each run: one serves all, and `meta()` would create a copy.
const anyString = z.string();

/** Describes a type that nobody else uses yet. */
function withMeta<T extends z.ZodType>(type: T, meta: z.core.GlobalMeta): T {
  z.globalRegistry.add(type, meta);
  return type;
}

/** The limits of a length in words: `1 to 255 characters`. */
export function lengthInWords(min = 0, max?: number): string {
  if (max === undefined) return `at least ${characters(min)}`;
  if (min === 0) return `at most ${characters(max)}`;
  return min === max ? `exactly ${characters(max)}` : `${min} to ${characters(max)}`;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

/** An id that is part of a request path. Refuses `.`, `..` and malformed Unicode, which cannot be sent there. */
export function pathId(lengths: { min: number; max: number }) {
  const isSegment = (value: string) => value !== "." && value !== ".." && value.isWellFormed();
  return text(lengths).refine(isSegment, "must be an id, not a path or malformed Unicode");
}

const hostnamePattern = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;

/** A host name: dot-separated labels of 1 to 63 letters, digits and inner hyphens, at most 255 characters. */
export function hostname({ min = 0 }: { min?: number } = {}) {
  return text({ min, max: 255 }).regex(
    hostnamePattern,
    "must be dot-separated labels of 1 to 63 letters, digits and inner hyphens, such as login.example.com: no dot at the end, no https://, no path",
  );
}

/** Whether two host names are equal. Case and a dot at the end are ignored. */
export function sameHostname(left: unknown, right: unknown): boolean {
  return typeof left === "string" && typeof right === "string"
    ? plainHostname(left) === plainHostname(right)
    : left === right;
}

function plainHostname(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * An enum of the service to which newer versions may add values. Its TypeScript type is string; values are in lower
 * case.
 */
export function openEnum(...values: readonly string[]) {
  return withMeta(z.string(), { knownValues: values });
}

/** A list or a map of any values. */
export function listOrMap() {
  const isListOrMap = (value: unknown) => typeof value === "object" && value !== null;
  const type = z.custom<readonly unknown[] | Readonly<Props>>(isListOrMap, "must be an array or an object");
  return withMeta(type, { listOrMap: true });
}
