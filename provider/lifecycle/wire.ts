// Properties of a program → request body, and response body → properties.
import { defaultOf } from "./compare.ts";
import type { Props } from "./handlers.ts";
import type { Property } from "./property.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { readerOf } from "./value-reader.ts";
import { fieldWireName, type WireTable, wireNameOf } from "./wire-names.ts";

/** The request body for these inputs: all inputs of a create, or those of an update. */
export function toWire(resource: WireTable, inputs: Props): Props {
  const entries = Object.entries(inputs).flatMap(([name, value]) => {
    const wireName = wireNameOf(resource, name);
    const property = resource.properties[name];
    if (wireName === undefined || !property) return [];
    return [[wireName, toWireValue(shapeOf(property.type), value)] as const];
  });
  return Object.fromEntries(entries);
}

function toWireValue(shape: Shape, value: unknown): unknown {
  if (Array.isArray(value) && shape.kind === "array")
    return value.map((item) => toWireValue(shape.items, item));
  if (typeof value !== "object" || value === null) return value;
  if (shape.kind !== "object" && shape.kind !== "map") return value;
  const entries = Object.entries(value).map(([key, inner]) => {
    const field = shape.kind === "object" ? shape.fields[key] : undefined;
    if (field) return [fieldWireName(key, field), toWireValue(field, inner)] as const;
    const other = shape.kind === "object" ? shape.others : shape.values;
    return [key, other ? toWireValue(other, inner) : inner] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The properties of the item `id` in a response. A missing field is undefined. One of another type than the table's is
 * not in the result: it does not say that the value is absent.
 */
export function fromWire(resource: WireTable, fields: Props, id: string): Props {
  const { properties, collection } = resource;
  const read: Props = {};
  for (const [name, property] of Object.entries(properties)) {
    const wireName = wireNameOf(resource, name);
    if (wireName === undefined) continue;
    const value = fields[wireName];
    const known = isRemoval(property, value)
      ? defaultOf(property, read)
      : readerOf(shapeOf(property.type))(value);
    if (known !== undefined || isAbsent(value)) read[name] = known;
  }
  if (collection) read[collection.idProperty] = id;
  for (const [name, { derive }] of Object.entries(properties)) if (derive) read[name] = derive(read);
  return read;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Whether a response says that an input was removed. One that cannot be updated may be null at all times. */
function isRemoval({ absentIsDefault, onChange }: Property, value: unknown): boolean {
  return value === null && absentIsDefault === true && onChange === "update";
}
