import type { Resource } from "./resource.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** The snake_case of a name: `custom_client_ip_header` for `customClientIpHeader`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The parts of a resource that say how it looks in requests and responses. */
export type WireTable = Pick<Resource, "properties" | "collection">;

/** The name of a property in requests and responses. Undefined for a property that is not part of them. */
export function wireNameOf({ properties, collection }: WireTable, name: string): string | undefined {
  const property = properties[name];
  // The id is part of the request path. In responses it is the field `wireId`.
  if (!property || property.derive || property.onChange === "none" || name === collection?.idProperty)
    return undefined;
  return fieldWireName(name, shapeOf(property.type));
}

/** The name of a value in requests and responses: that of its type, or else the snake_case of its key. */
export function fieldWireName(key: string, { wireName }: Shape): string {
  return wireName ?? snakeCase(key);
}
