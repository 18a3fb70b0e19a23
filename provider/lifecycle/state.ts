import { withoutInternals } from "./check.ts";
import { type Fields, isDeclared, sameValue } from "./compare.ts";
import type { Props } from "./handlers.ts";
import { ownerKey } from "./ownership.ts";

/** The property of the state that lists the inputs which the program declared. Names only: a value may be secret. */
const declaredKey = "__declared";

/** The state after a create or an update: what the service answered, with what was declared on top, as that is what was accepted. */
export function stateAfterWrite(fields: Fields, live: Props, inputs: Props): Props {
  const declared = declaredInputs(fields, inputs);
  return compact({ ...live, ...declared, [declaredKey]: Object.keys(declared).sort() });
}

/** The state after an update: what the answer does not name stays as it was. */
export function stateAfterUpdate(fields: Fields, live: Props, olds: Props, inputs: Props): Props {
  const known = { ...withoutInternals(olds), ...compact(live), [ownerKey]: olds[ownerKey] };
  return stateAfterWrite(fields, known, inputs);
}

/**
 * The state after a read. A declared input keeps its spelling while the service means the same by it; else the live value
 * shows the drift. What the answer does not name stays as it was: no dependent loses an output to a sparse answer.
 */
export function stateAfterRead(fields: Fields, live: Props, state: Props): Props {
  const declared = rememberedKeys(fields, state);
  const unchanged = [...declared].filter((key) => {
    const field = fields[key];
    return field && live[key] !== undefined && sameValue(field, state[key], live[key]);
  });
  const seen = { ...withoutInternals(state), ...compact(live), ...pick(state, unchanged) };
  return compact({ ...seen, [declaredKey]: [...declared].sort(), [ownerKey]: state[ownerKey] });
}

/**
 * The state after a create that has stopped half-way. An input that can be updated counts as in place only where the answer
 * says so, so that the next diff finds what is missing.
 */
export function stateAfterPartialCreate(fields: Fields, live: Props, inputs: Props): Props {
  const { [declaredKey]: declared, ...wanted } = stateAfterWrite(fields, {}, inputs);
  const certain = Object.keys(wanted).filter((key) => fields[key]?.onChange !== "update");
  return stateAfterRead(fields, live, { ...pick(wanted, certain), [declaredKey]: declared });
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
