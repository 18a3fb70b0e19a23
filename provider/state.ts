import { type Fields, isDeclared, sameValue } from "./compare.ts";
import type { Props } from "./handlers.ts";

/** The property of the state that lists the inputs which the program declared. Names only: a value may be secret. */
const declaredKey = "__declared";

/** The state after a create or an update: what the service answered, with what was declared on top, as that is what was accepted. */
export function stateAfterWrite(fields: Fields, live: Props, inputs: Props): Props {
  const declared = declaredInputs(fields, inputs);
  return compact({ ...live, ...declared, [declaredKey]: Object.keys(declared).sort() });
}

/**
 * The state after a read. A declared input keeps its spelling while the service means the same by it, and is kept as well
 * when the service does not name it (a null says so only where null is a value of the field); else the live value shows the drift.
 */
export function stateAfterRead(fields: Fields, live: Props, state: Props): Props {
  const declared = rememberedKeys(fields, state);
  const kept = [...declared].filter((key) => {
    const field = fields[key];
    return field && (live[key] === undefined || sameValue(field, state[key], live[key]));
  });
  return compact({ ...live, ...pick(state, kept), [declaredKey]: [...declared].sort() });
}

/** The inputs that a program would have to declare for this state; what a refresh hands to the next diff. */
export function inputsOf(fields: Fields, state: Props): Props {
  return compact(pick(state, [...rememberedKeys(fields, state)]));
}

/** Names of the inputs that were declared when this state was written; those with a value where the state does not say (`get`). */
export function rememberedKeys(fields: Fields, state: Props): Set<string> {
  const names = state[declaredKey];
  if (Array.isArray(names))
    return new Set(names.filter((name) => typeof name === "string" && Object.hasOwn(fields, name)));
  return new Set(Object.keys(fields).filter((key) => isDeclared(state, key) && state[key] !== null));
}

export function declaredInputs(fields: Fields, inputs: Props): Props {
  return pick(
    inputs,
    Object.keys(fields).filter((key) => isDeclared(inputs, key)),
  );
}

function pick(props: Props, keys: readonly string[]): Props {
  return Object.fromEntries(keys.map((key) => [key, props[key]]));
}

/** Without `undefined`, which the engine's protocol cannot carry, at any depth. */
export function compact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(compact) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, compact(inner)])) as T;
}
