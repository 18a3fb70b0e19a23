// Inputs whose absence in a response is a value: a cleared description, a relying party that was removed.
import { defaultOf } from "./compare.ts";
import type { Props } from "./handlers.ts";
import { hidden } from "./hidden.ts";
import type { Properties, Property } from "./property.ts";
import { compact } from "./props.ts";

/**
 * A complete response, with the default in place of an absent input where absence means it. A service that has never
 * returned the input may leave it out always: then its absence says nothing, and a value of the state stays.
 */
export function withAbsentValues(inputs: Properties, returned: Props, state: Props): Props {
  const told = new Set(toldInputs(inputs, {}, state));
  const known = { ...state, ...compact(returned) };
  const entries = Object.entries(inputs).flatMap(([name, property]) => {
    const isAbsent = Object.hasOwn(returned, name) && returned[name] === undefined;
    if (!property.absentIsDefault || !isAbsent) return [];
    return [
      [name, state[name] === undefined || told.has(name) ? defaultFor(name, property, known) : undefined],
    ];
  });
  return { ...returned, ...Object.fromEntries(entries) };
}

/** An output that was never there does not become null, nor a copy of another property. */
function defaultFor(name: string, property: Property, known: Props): unknown {
  if (known[name] !== undefined) return defaultOf(property, known);
  return typeof property.default === "string" ? property.default : undefined;
}

/** The hidden property with the inputs that the service has returned, in this response or before. */
export function told(inputs: Properties, returned: Props, state: Props): Props {
  const names = toldInputs(inputs, returned, state);
  return names.length > 0 ? { [hidden.told]: names } : {};
}

function toldInputs(inputs: Properties, returned: Props, state: Props): string[] {
  const before = state[hidden.told];
  const names = Object.keys(inputs).filter((name) => {
    if (!inputs[name]?.absentIsDefault) return false;
    return returned[name] !== undefined || (Array.isArray(before) && before.includes(name));
  });
  return names.sort();
}
