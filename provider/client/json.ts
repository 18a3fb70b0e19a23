// Readers of what the service answers. They are tolerant: what is missing, null or of another kind says nothing, and is undefined.
import type { Props } from "../lifecycle/handlers.ts";

/** Undefined for a value that says nothing. */
export type Reader<T> = (value: unknown) => T | undefined;

export const text: Reader<string> = (value) => (typeof value === "string" ? value : undefined);

export const flag: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

/** An enum value: case does not matter, and a new value passes. */
export const choice: Reader<string> = (value) => text(value)?.toLowerCase();

/** An id. Some services give numbers; an empty one names nothing. */
export const id: Reader<string> = (value) =>
  typeof value === "number" ? String(value) : text(value) || undefined;

/** An object whose keys are the interface's. */
export const object: Reader<Props> = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Props) : undefined;

/** What `read` makes of an object's fields. */
export function objectOf<T>(read: (fields: Props) => T | undefined): Reader<T> {
  return (value) => {
    const fields = object(value);
    return fields && read(fields);
  };
}

/** Null where the service says so; undefined where it says nothing. */
export function orNull<T>(read: Reader<T>): Reader<T | null> {
  return (value) => (value === null ? null : read(value));
}

/** Undefined unless every item can be read. */
export function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (value) => (Array.isArray(value) ? all(value.map(read)) : undefined);
}

/** An object whose keys belong to the user; undefined unless every value can be read. */
export function mapOf<T>(read: Reader<T>): Reader<Record<string, T>> {
  return objectOf((map) => {
    const values = all(Object.values(map).map(read));
    // Unlike an assignment, this keeps a key named `__proto__`.
    return values && Object.fromEntries(Object.keys(map).map((key, index) => [key, values[index] as T]));
  });
}

function all<T>(values: readonly (T | undefined)[]): T[] | undefined {
  return values.includes(undefined) ? undefined : (values as T[]);
}
