// How an item of a list compares with the state, and with the same item read by its id.
import { isDeepStrictEqual } from "node:util";
import { object } from "../client/json.ts";
import { isAsDeclared } from "./compare.ts";
import type { Props } from "./handlers.ts";
import { compact } from "./props.ts";
import type { CollectionResource } from "./resource.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { rememberedKeys } from "./state.ts";
import { wireNameOf } from "./wire-names.ts";
import { withoutWriteOnly } from "./write-only.ts";

/** Whether two responses show the same properties with the same values. */
export function isSameItem(left: Props, right: Props): boolean {
  return isDeepStrictEqual(compact(left), compact(right));
}

/**
 * What kind of item of a list this is: which properties it has, and which differ from the state. Items of one kind are
 * likely to be complete, or not, together. Undefined when the item lacks something that the state has, or an input that
 * the program declares and that no item of the list `hasShown`: only a read by its id can tell whether the item has no
 * value, or lists hide it.
 */
export function kindOf(
  resource: CollectionResource,
  listed: Props,
  state: Props,
  hasShown: (wireName: string) => boolean,
): string | undefined {
  const declared = rememberedKeys(resource.inputs, state);
  const parts: string[] = [];
  for (const [name, property] of Object.entries(resource.properties)) {
    const wireName = wireNameOf(resource, name);
    if (wireName === undefined) continue;
    const shape = shapeOf(property.type);
    const known = withoutWriteOnly(shape, state[name]);
    const isKnown = known !== undefined;
    if (isKnown && isEmpty(listed[name]) && declared.has(name) && !hasShown(wireName)) return undefined;
    const isChanged = isKnown && !isAsDeclared(property, known, listed[name]);
    if (isChanged && lacks(shape, listed[name], known)) return undefined;
    parts.push(`${name}${isChanged ? "*" : ""}${outline(shape, listed[name])}`);
  }
  return parts.join(" ");
}

/** Whether `listed` lacks a part of `known`. Values that are empty have no parts. */
function lacks(shape: Shape, listed: unknown, known: unknown): boolean {
  if (isEmpty(known)) return false;
  if (isEmpty(listed)) return true;
  if (Array.isArray(known)) return !Array.isArray(listed) || listed.length < known.length;
  const [parts, found] = [object(known), object(listed)];
  if (!parts || !found) return false;
  return Object.entries(parts).some(([key, part]) => {
    const inner = partOf(shape, key);
    return inner !== undefined && lacks(inner, found[key], part);
  });
}

function partOf(shape: Shape, key: string): Shape | undefined {
  if (shape.kind === "object") return shape.fields[key] ?? shape.others;
  return shape.kind === "map" ? shape.values : shape;
}

/** Which fields a value has, at any depth. Keys of a map belong to the user and do not count. */
function outline(shape: Shape, value: unknown): string {
  if (value === undefined) return "-";
  if (shape.kind !== "object") return value === null ? "0" : "+";
  const fields = object(value) ?? {};
  const inner = Object.entries(shape.fields).map(([key, field]) => outline(field, fields[key]));
  return `{${inner.join("")}}`;
}

/** Whether a value is nothing: a list may show one to hide another. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
