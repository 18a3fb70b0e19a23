import { isDeepStrictEqual } from "node:util";
import type { Props } from "./handlers.ts";

/** How one input behaves when it changes. */
export interface Field {
  /** `update` in place, `replace` the resource, or `ignore`: it steers the provider and is never compared. */
  readonly onChange: "update" | "replace" | "ignore";
  /** What the service uses when nothing is declared; a function of the other inputs where it depends on them. */
  readonly default?: unknown | ((props: Props) => unknown);
  /** What is sent when the program no longer declares it; absent means that nothing can be sent, and it is only no longer watched. */
  readonly reset?: unknown;
  /** Whether two values mean the same to the service. Default: deep equality. */
  readonly same?: (left: unknown, right: unknown) => boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** One input that differs between state and program. */
export interface Change {
  readonly key: string;
  readonly replaces: boolean;
  /** What to send in an update; absent when there is nothing to send. */
  readonly send?: { readonly value: unknown };
}

/**
 * Compares what the state remembers with what the program declares. An input that was never declared is never compared;
 * one that is newly declared, or no longer, is a change even when no value differs, so that the state learns of it.
 */
export function compare(
  fields: Fields,
  olds: Props,
  declaredBefore: ReadonlySet<string>,
  news: Props,
): Change[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.onChange === "ignore") return [];
    const before = declaredBefore.has(key);
    const now = isDeclared(news, key);
    if (!before && !now) return [];
    const oldValue = before || isDeclared(olds, key) ? olds[key] : defaultOf(field, olds);
    const newValue = now ? news[key] : defaultOf(field, news);
    const equal = sameValue(field, oldValue, newValue);
    if (before && now && equal) return [];
    return [
      {
        key,
        replaces: field.onChange === "replace" && !equal,
        ...toSend(field, oldValue, now ? { value: newValue } : resetOf(field)),
      },
    ];
  });
}

export function isDeclared(props: Props, key: string): boolean {
  return Object.hasOwn(props, key) && props[key] !== undefined;
}

export function sameValue(field: Field, left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return field.same ? field.same(left, right) : isDeepStrictEqual(plain(left), plain(right));
}

function toSend(
  field: Field,
  oldValue: unknown,
  wanted: { value: unknown } | undefined,
): Pick<Change, "send"> {
  if (!wanted || field.onChange !== "update" || sameValue(field, oldValue, wanted.value)) return {};
  return { send: wanted };
}

function resetOf(field: Field): { value: unknown } | undefined {
  return Object.hasOwn(field, "reset") ? { value: field.reset } : undefined;
}

/** What the service uses for a field that `props` does not declare. */
export function defaultOf(field: Field, props: Props): unknown {
  return typeof field.default === "function" ? field.default(props) : field.default;
}

/** Objects that crossed the protocol may have another prototype: only own values count. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** Deep equality of two objects, in which an entry with the value `nothing` counts as absent, at any depth. */
export function sameWithout(nothing: unknown): (left: unknown, right: unknown) => boolean {
  const strip = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, strip(inner)] as const);
    return Object.fromEntries(entries.filter(([, inner]) => inner !== nothing));
  };
  return (left, right) => isDeepStrictEqual(strip(left), strip(right));
}
