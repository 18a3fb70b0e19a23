// The outputs that a preview knows. All others have `unknownValue`. Like a state, they name the secret inputs.
import { changesOf, isRequestNeeded, patchOf } from "./changes.ts";
import { type Props, unknownValue } from "./handlers.ts";
import type { Property } from "./property.ts";
import { isDeclared } from "./props.ts";
import type { Resource } from "./resource.ts";
import { shapeOf } from "./shape.ts";
import { stateAfterUpdate, stateAfterWrite } from "./state.ts";
import { hasUnknown } from "./unknown-values.ts";
import { verbsOf } from "./verbs.ts";

/** The outputs after a create: the declared inputs, and what is certain of the rest. */
export function previewOfCreate(resource: Resource, news: Props): Props {
  const unsaid = Object.entries(resource.properties)
    .filter(([name, property]) => !isDeclared(news, name) && isKnownLater(property))
    .map(([name, property]) => [name, certainValue(property, news)]);
  return { ...stateAfterWrite(resource.inputs, {}, news), ...Object.fromEntries(unsaid) };
}

/** Whether the state will have a value of the service's own, when the program declares none. */
function isKnownLater({ onChange, type }: Property): boolean {
  return onChange !== "none" && !shapeOf(type).isWriteOnly;
}

/**
 * The value of a property that the program does not declare. The service may leave out an input that has its default,
 * and an adopted item may have another value.
 */
function certainValue(
  { valueAfterWrite, absentIsDefault, default: value }: Property,
  { adopt }: Props,
): unknown {
  if (valueAfterWrite !== undefined) return valueAfterWrite;
  const isCertain = absentIsDefault && typeof value === "string" && (adopt === undefined || adopt === false);
  return isCertain ? value : unknownValue;
}

/** The outputs after an update: what it sends, what it cannot change, and everything when it sends nothing. */
export function previewOfUpdate(resource: Resource, olds: Props, news: Props): Props {
  const changes = changesOf(resource, olds, news);
  // Once it is known, the value may replace the resource.
  if (changes.some(({ key }) => resource.inputs[key]?.onChange === "replace" && hasUnknown(news[key])))
    return previewOfCreate(resource, news);
  const patch = patchOf(changes);
  const state = stateAfterUpdate(resource.inputs, {}, olds, news, patch);
  if (!verbsOf(resource).update || !isRequestNeeded(resource, olds, patch)) return state;
  return { ...state, ...changedOutputs(resource) };
}

/** The outputs that an update may change. */
function changedOutputs({ properties, collection }: Resource): Props {
  const entries = Object.entries(properties)
    .filter(([name, { direction }]) => direction === "output" && name !== collection?.idProperty)
    .filter(([, { isStable }]) => !isStable)
    .map(([name, { valueAfterWrite = unknownValue }]) => [name, valueAfterWrite]);
  return Object.fromEntries(entries);
}

/** The properties that stay as they are in an update of these inputs. */
export function stableNames(
  { properties, collection }: Resource,
  changedInputs: readonly string[],
): string[] {
  const isStable = (name: string, { isStable, onChange }: Property) =>
    isStable || name === collection?.idProperty || (onChange === "replace" && !changedInputs.includes(name));
  return Object.keys(properties).filter((name) => isStable(name, properties[name] as Property));
}
