import { told, withAbsentValues } from "./absent-values.ts";
import { answered, fixedInputs, isAsAnswered } from "./answered.ts";
import { isAsDeclared, isSameValue } from "./compare.ts";
import { withKnownEnumValues } from "./enum-values.ts";
import type { Props } from "./handlers.ts";
import { hidden, secretNamesIn } from "./hidden.ts";
import type { Properties } from "./property.ts";
import { compact, isDeclared, pick, withoutHidden } from "./props.ts";
import { shapeOf } from "./shape.ts";
import { withWriteOnly } from "./write-only.ts";

/**
 * The state after a create or an update: what the service returned, overridden by the declared inputs, which it
 * accepted.
 */
export function stateAfterWrite(inputs: Properties, returned: Props, news: Props): Props {
  const complete = withAbsentValues(inputs, returned, {});
  const otherwise = answered(inputs, returned, news, fixedInputs(inputs, news));
  return stateOf(inputs, { ...complete, ...told(inputs, returned, {}), ...otherwise }, news);
}

/** The state of an item with the `known` properties, overridden by the declared inputs. */
function stateOf(inputs: Properties, known: Props, news: Props): Props {
  const declared = declaredInputs(inputs, news);
  return compact({
    ...known,
    ...declared,
    [hidden.declared]: Object.keys(declared).sort(),
    ...marksOf(secretNamesIn(news)),
    ...pick(news, [hidden.resource]),
  });
}

function marksOf(names: readonly string[]): Props {
  return names.length > 0 ? { [hidden.secrets]: [...new Set(names)].sort() } : {};
}

/**
 * The state after an update that sent the inputs in `patch`. A property that the response does not contain stays as it
 * was.
 */
export function stateAfterUpdate(
  inputs: Properties,
  returned: Props,
  before: Props,
  news: Props,
  patch: Props = {},
): Props {
  const olds = { ...before, ...patch };
  const known = {
    ...withoutHidden(olds),
    ...compact(returned),
    ...pick(olds, [hidden.owner, hidden.address]),
    ...told(inputs, returned, olds),
    ...answered(inputs, returned, news, Object.keys(patch), olds),
  };
  const state = stateOf(inputs, known, news);
  const kept = keptMarks(inputs, olds, news);
  return withoutUndeclaredSecrets({ ...state, ...marksOf([...secretNamesIn(news), ...kept]) });
}

/**
 * The marks of inputs whose secret value the item still has: the program no longer declares it, or no longer marks it
 * (with the option `ignoreChanges`, for example).
 */
function keptMarks(inputs: Properties, olds: Props, news: Props): string[] {
  return secretNamesIn(olds).filter((name) => {
    const property = inputs[name];
    return (
      !isDeclared(news, name) || (property !== undefined && isSameValue(property, olds[name], news[name]))
    );
  });
}

/** The engine encrypts the outputs of secret inputs: without the input, it would store the old value in clear. */
function withoutUndeclaredSecrets(state: Props): Props {
  const declared = new Set(state[hidden.declared] as string[]);
  const secrets = new Set(secretNamesIn(state).filter((name) => !declared.has(name)));
  return Object.fromEntries(Object.entries(state).filter(([name]) => !secrets.has(name)));
}

/**
 * The state after a read. A declared input keeps its spelling as long as the value at the service means the same;
 * otherwise the state takes that value, and shows the drift. A property that the response does not contain stays as
 * it was, so that no dependent resource loses an output.
 */
export function stateAfterRead(inputs: Properties, returned: Props, state: Props): Props {
  const declared = rememberedKeys(inputs, state);
  const known = withAbsentValues(inputs, returned, state);
  const complete = compact(withStateValues(inputs, known, state, declared));
  const unchanged = [...declared].filter((key) => {
    const property = inputs[key];
    if (!property || complete[key] === undefined) return false;
    return (
      isAsDeclared(property, state[key], complete[key]) || isAsAnswered(property, key, state, known[key])
    );
  });
  const seen = { ...withoutHidden(state), ...complete, ...pick(state, unchanged) };
  return withoutUndeclaredSecrets(
    compact({
      ...seen,
      ...pick(state, [hidden.owner, hidden.secrets, hidden.address, hidden.answered, hidden.resource]),
      ...told(inputs, returned, state),
      [hidden.declared]: [...declared].sort(),
    }),
  );
}

/** The response with values of the state: write-only ones, and those that are unknown enum values in the response. */
function withStateValues(inputs: Properties, returned: Props, state: Props, declared: Set<string>): Props {
  const entries = Object.entries(returned).map(([key, value]) => {
    const property = inputs[key];
    if (!property) return [key, value];
    const shape = shapeOf(property.type);
    const known = declared.has(key) ? withKnownEnumValues(shape, value, state[key]) : value;
    return [key, withWriteOnly(shape, known, state[key])];
  });
  return Object.fromEntries(entries);
}

/**
 * The state after an incomplete create. An input that can be updated is in the state only if the response contains
 * its value, so that the next diff finds what is missing.
 */
export function stateAfterPartialCreate(inputs: Properties, returned: Props, news: Props): Props {
  const { [hidden.declared]: declared, ...wanted } = stateAfterWrite(inputs, {}, news);
  const certain = Object.keys(wanted).filter((key) => inputs[key]?.onChange !== "update");
  const state = stateAfterRead(inputs, returned, { ...pick(wanted, certain), [hidden.declared]: declared });
  return { ...state, [hidden.partial]: true };
}

/** The inputs of a program that has this state. A refresh returns them, and the next diff uses them. */
export function inputsOf(inputs: Properties, state: Props): Props {
  return compact(pick(state, rememberedKeys(inputs, state)));
}

/**
 * Names of the inputs that were declared when this state was written. Without that list (`get`): those with a value.
 */
export function rememberedKeys(inputs: Properties, state: Props): Set<string> {
  const names = state[hidden.declared];
  if (Array.isArray(names)) return new Set(names.filter((name) => Object.hasOwn(inputs, String(name))));
  return new Set(Object.keys(inputs).filter((key) => isDeclared(state, key) && state[key] !== null));
}

/** The inputs that the program declares. */
function declaredInputs(inputs: Properties, news: Props): Props {
  return pick(
    news,
    Object.keys(inputs).filter((key) => isDeclared(news, key)),
  );
}
