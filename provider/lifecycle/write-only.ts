import { object } from "../client/json.ts";
import type { Props } from "./handlers.ts";
import { hasMark, type ObjectShape, type Shape } from "./shape.ts";

/** `returned` (from a response) with the write-only values of `known` (from the state), at the same places. */
export function withWriteOnly(shape: Shape, returned: unknown, known: unknown): unknown {
  if (shape.isWriteOnly) return known;
  if (!hasMark(shape, "isWriteOnly")) return returned;
  if (isEmpty(returned) && withoutWriteOnly(shape, known) === undefined) return known;
  if (shape.kind === "array" && Array.isArray(returned) && Array.isArray(known))
    return returned.length === known.length
      ? returned.map((item, index) => withWriteOnly(shape.items, item, known[index]))
      : returned;
  const [found, kept] = [object(returned), object(known)];
  if (!found || !kept) return returned;
  if (shape.kind === "map")
    return mapValues(found, (key, value) => withWriteOnly(shape.values, value, kept[key]));
  return shape.kind === "object" ? withFields(shape, found, kept) : returned;
}

/** What a service returns for a value that is write-only as a whole. */
function isEmpty(returned: unknown): boolean {
  return returned === undefined || (typeof returned === "object" && Object.keys(returned ?? {}).length === 0);
}

function withFields(shape: ObjectShape, found: Props, kept: Props): Props {
  const values = Object.keys({ ...shape.fields, ...found, ...kept }).map((key) => {
    const field = shape.fields[key] ?? shape.others;
    return [key, field ? withWriteOnly(field, found[key], kept[key]) : found[key]];
  });
  return { ...found, ...withoutUndefined(Object.fromEntries(values)) };
}

/** `value` without its write-only values. Undefined when nothing is left. */
export function withoutWriteOnly(shape: Shape, value: unknown): unknown {
  if (shape.isWriteOnly) return undefined;
  if (!hasMark(shape, "isWriteOnly")) return value;
  if (shape.kind === "array" && Array.isArray(value))
    return readableParts(
      value.map((item) => withoutWriteOnly(shape.items, item)),
      (parts) => parts,
    );
  const known = object(value);
  if (!known) return value;
  if (shape.kind === "map") {
    const values = Object.values(known).map((inner) => withoutWriteOnly(shape.values, inner));
    return readableParts(values, (parts) =>
      Object.fromEntries(Object.keys(known).map((key, index) => [key, parts[index]])),
    );
  }
  return shape.kind === "object" ? withoutFields(shape, known) : value;
}

/**
 * The values of an array or map: an empty object where nothing is left of one. Undefined when nothing is left of any.
 */
function readableParts(values: readonly unknown[], collect: (parts: unknown[]) => unknown): unknown {
  if (values.length > 0 && values.every((value) => value === undefined)) return undefined;
  return collect(values.map((value) => (value === undefined ? {} : value)));
}

function withoutFields({ fields, others }: ObjectShape, known: Props): Props | undefined {
  const rest = withoutUndefined(
    mapValues(known, (key, inner) => {
      const field = fields[key] ?? others;
      return field ? withoutWriteOnly(field, inner) : inner;
    }),
  );
  const isEmptied = Object.keys(rest).length === 0 && Object.keys(known).length > 0;
  return isEmptied ? undefined : rest;
}

function mapValues(props: Props, change: (key: string, value: unknown) => unknown): Props {
  return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, change(key, value)]));
}

function withoutUndefined(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
}
