import type { Props } from "./handlers.ts";

/** Whether the program sets this property. */
export function isDeclared(props: Props, key: string): boolean {
  return Object.hasOwn(props, key) && props[key] !== undefined;
}

/** Removes the properties of the engine and of this provider, such as `__provider`, `__defaults` and `__declared`. */
export function withoutHidden(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([key]) => !key.startsWith("__")));
}

/** The entries with these keys. A missing one is undefined. */
export function pick(props: Props, keys: Iterable<string>): Props {
  return Object.fromEntries([...keys].map((key) => [key, props[key]]));
}

/** Removes entries that are undefined, at any depth: the engine's protocol has no such value. */
export function compact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(compact) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, compact(inner)])) as T;
}
