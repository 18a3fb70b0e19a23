import { isDeepStrictEqual } from "node:util";
import { object } from "../client/json.ts";
import { withKnownEnumValues } from "./enum-values.ts";
import type { Props } from "./handlers.ts";
import type { Properties, Property } from "./property.ts";
import { isDeclared } from "./props.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { withUnknownsOf } from "./unknown-values.ts";

/** An input that differs between state and program. */
export interface Change {
  /** Name of the input. */
  readonly key: string;
  readonly replaces: boolean;
  /** The value to send in an update. Absent when there is nothing to send. */
  readonly send?: { readonly value: unknown };
}

/**
 * Compares the state (`olds`) with what the program declares (`news`). `declaredBefore` holds the names of the inputs
 * that the program declared when the state was written. An input that is declared neither before nor now is not
 * compared. One that is declared only before or only now is a change even when no value differs, because the state
 * has to remember it.
 */
export function compare(
  inputs: Properties,
  olds: Props,
  declaredBefore: ReadonlySet<string>,
  news: Props,
): Change[] {
  return Object.entries(inputs).flatMap(([key, property]) => {
    const wasDeclared = declaredBefore.has(key);
    if (property.onChange === "none" || (!wasDeclared && !isDeclared(news, key))) return [];
    return changeOf(key, property, olds, wasDeclared, news) ?? [];
  });
}

function changeOf(
  key: string,
  property: Property,
  olds: Props,
  wasDeclared: boolean,
  news: Props,
): Change | undefined {
  const isNowDeclared = isDeclared(news, key);
  const oldValue = wasDeclared || isDeclared(olds, key) ? olds[key] : defaultOf(property, olds);
  const comparable = (value: unknown) =>
    property.onChange === "replace" ? withKnownEnumValues(shapeOf(property.type), oldValue, value) : oldValue;
  const newValue = isNowDeclared ? news[key] : defaultOf(property, news);
  // A value that was not declared comes from the service, which may return more fields than a program declares.
  const isSame = (value: unknown) =>
    wasDeclared
      ? isSameValue(property, comparable(value), value)
      : isExactlyAsDeclared(property, value, comparable(value));
  if (wasDeclared && isNowDeclared && isSame(newValue)) return undefined;
  const wanted = isNowDeclared ? { value: newValue } : removalOf(property);
  const send = property.onChange === "update" && wanted && !isSame(wanted.value) ? wanted : undefined;
  const certain = property.onlyIfKnown ? withUnknownsOf(newValue, oldValue) : newValue;
  // A state without a required input, written by hand for example, says nothing about the item.
  const isKnown = property.isOptional || olds[key] !== undefined;
  const replaces = property.onChange === "replace" && isKnown && !isSame(certain);
  return { key, replaces, ...(send && { send }) };
}

/** Whether two declared values mean the same to the service. */
export function isSameValue(property: Property, left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return property.same ? property.same(left, right) : isDeepStrictEqual(plain(left), plain(right));
}

/**
 * Whether `actual`, the value at the service, is what is declared, as far as this provider knows: object fields that
 * are not declared are not compared, and neither are enum values that the table does not have.
 */
export function isAsDeclared(property: Property, declared: unknown, actual: unknown): boolean {
  return isExactlyAsDeclared(
    property,
    declared,
    withKnownEnumValues(shapeOf(property.type), actual, declared),
  );
}

/** As `isAsDeclared`, but an enum value that the table does not have is another value. */
export function isExactlyAsDeclared(property: Property, declared: unknown, actual: unknown): boolean {
  return (
    isSameValue(property, declared, actual) ||
    (!property.same && covers(shapeOf(property.type), declared, actual))
  );
}

function covers(shape: Shape, declared: unknown, actual: unknown): boolean {
  if (shape.kind === "array" && Array.isArray(declared) && Array.isArray(actual))
    return (
      declared.length === actual.length &&
      declared.every((item, index) => covers(shape.items, item, actual[index]))
    );
  const [wanted, found] = [object(declared), object(actual)];
  if (!wanted || !found) return isDeepStrictEqual(plain(declared), plain(actual));
  if (shape.kind === "map")
    return hasSameKeys(wanted, found) && coversEach(() => shape.values, wanted, found);
  if (shape.kind !== "object" || shape.others) return isDeepStrictEqual(plain(declared), plain(actual));
  return coversEach((key) => shape.fields[key], wanted, found);
}

function coversEach(shapeAt: (key: string) => Shape | undefined, wanted: Props, found: Props): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    // The service may leave out a field that is null.
    if (value === undefined || (value === null && found[key] === undefined)) return true;
    const shape = shapeAt(key);
    return shape !== undefined && covers(shape, value, found[key]);
  });
}

function hasSameKeys(left: Props, right: Props): boolean {
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key));
}

/** The value that an update sends for an input that is no longer declared. Undefined: it sends none. */
function removalOf(property: Property): { value: unknown } | undefined {
  return Object.hasOwn(property, "onRemoval") ? { value: property.onRemoval } : undefined;
}

/** What the service uses for an input that `props` does not declare. */
export function defaultOf(property: Property, props: Props): unknown {
  return typeof property.default === "function" ? property.default(props) : property.default;
}

/** Objects that crossed the engine's protocol may have another prototype, which isDeepStrictEqual would compare. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/**
 * Creates a comparison of objects in which entries with the value `ignored` count as absent, at any depth, and so do
 * objects in which nothing is left.
 */
export function sameWithout(ignored: unknown): (left: unknown, right: unknown) => boolean {
  const strip = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, strip(inner)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== ignored && !isEmptyObject(inner)));
  };
  return (left, right) => isDeepStrictEqual(strip(left), strip(right));
}

function isEmptyObject(value: unknown): boolean {
  const known = object(value);
  return known !== undefined && Object.keys(known).length === 0;
}
