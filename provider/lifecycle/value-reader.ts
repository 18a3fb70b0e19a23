// Reads values of responses tolerantly: what cannot be read is undefined.
import { object } from "../client/json.ts";
import type { Props } from "./handlers.ts";
import { hasMark, type ObjectShape, type Shape } from "./shape.ts";
import { fieldWireName } from "./wire-names.ts";

type ArrayShape = Extract<Shape, { kind: "array" }>;

/** Converts a value of a response. Returns undefined for a value of another kind. */
type Reader = (value: unknown) => unknown;

/** Readers that were created before: a refresh reads hundreds of responses with the same types. */
const readers = new WeakMap<Shape, Reader>();

/** The reader of values of this shape. */
export function readerOf(shape: Shape): Reader {
  const known = readers.get(shape);
  if (known) return known;
  const reader = createReader(shape);
  readers.set(shape, reader);
  return reader;
}

function createReader(shape: Shape): Reader {
  if (shape.isWriteOnly) return () => undefined;
  const read = valueReader(shape);
  return shape.isNullable ? (value) => (value === null ? null : read(value)) : read;
}

function valueReader(shape: Shape): Reader {
  switch (shape.kind) {
    case "any":
    case "list-or-map":
      return (value) => value;
    case "string":
      return (value) => (typeof value === "string" && isText(shape, value) ? value : undefined);
    case "number":
    case "boolean":
      return (value) => (typeof value === shape.kind ? value : undefined);
    case "enum":
      return (value) =>
        typeof value === "string" && !unprintable.test(value) ? enumValue(shape.values, value) : undefined;
    case "array":
      return (value) => (Array.isArray(value) ? readArray(shape, value) : undefined);
    case "map":
      return (value) => readMap(shape.values, value);
    case "object":
      return (value) => readObject(shape, value);
  }
}

/** Control and format characters, line separators, and halves of characters. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Text may contain any character, unless its type refuses that: a host name with a control character is none. */
function isText({ type }: Shape, value: string): boolean {
  return !unprintable.test(value) || type.safeParse(value).success;
}

/** Services differ in the case of enum values. A value that the table does not have is returned in lower case. */
function enumValue(values: readonly string[], returned: string): string {
  const lower = returned.toLowerCase();
  return values.find((value) => value.toLowerCase() === lower) ?? lower;
}

function readArray({ items, isReadInParts }: ArrayShape, value: readonly unknown[]): unknown[] | undefined {
  const read = value.map(readerOf(items));
  if (!isReadInParts) return all(read);
  const readable = read.filter((item) => item !== undefined);
  return readable.length > 0 || value.length === 0 ? readable : undefined;
}

function readMap(values: Shape, value: unknown): unknown {
  const map = object(value);
  const read = map && all(Object.values(map).map(readerOf(values)));
  return read && Object.fromEntries(Object.keys(map).map((key, index) => [key, read[index]]));
}

/** Undefined when a required field is missing. */
function readObject({ fields, others }: ObjectShape, value: unknown): Props | undefined {
  const wireFields = object(value);
  if (!wireFields) return undefined;
  const read: Props = {};
  const rest = new Map(Object.entries(wireFields));
  for (const [key, field] of Object.entries(fields)) {
    const wireName = fieldWireName(key, field);
    const inner = readerOf(field)(wireFields[wireName]);
    rest.delete(wireName);
    if (inner !== undefined) read[key] = inner;
    else if (!mayBeMissing(field)) return undefined;
  }
  if (!others) return read;
  const readOthers = readMap(others, Object.fromEntries(rest)) as Props | undefined;
  return readOthers && { ...read, ...readOthers };
}

/** Whether a response may leave this field out. */
function mayBeMissing(field: Shape): boolean {
  if (field.isOptional || field.isWriteOnly) return true;
  return (
    field.kind === "object" &&
    hasMark(field, "isWriteOnly") &&
    Object.values(field.fields).every(mayBeMissing)
  );
}

/** Undefined when one of the values is: an array or map that cannot be read completely is not read. */
function all(values: readonly unknown[]): unknown[] | undefined {
  return values.includes(undefined) ? undefined : [...values];
}
