// Services that normalise what was sent: trim it, or change its case or Unicode form.
import { isDeepStrictEqual } from "node:util";
import { object } from "../client/json.ts";
import { isAsDeclared } from "./compare.ts";
import type { Property } from "./property.ts";

/** Whether `actual` may be what a service has made of `declared`. */
export function isAlike(property: Property, declared: unknown, actual: unknown): boolean {
  return (
    isAsDeclared(property, declared, actual) || isDeepStrictEqual(normalised(declared), normalised(actual))
  );
}

function normalised(value: unknown): unknown {
  if (typeof value === "string") return value.normalize("NFC").trim().toLowerCase();
  if (Array.isArray(value)) return value.map(normalised);
  const fields = object(value);
  return fields
    ? Object.fromEntries(Object.entries(fields).map(([key, inner]) => [key, normalised(inner)]))
    : value;
}
