import { isAlike } from "./alike.ts";
import { defaultOf, isAsDeclared } from "./compare.ts";
import type { RemoteItem } from "./context.ts";
import { type Creation, keyOf, type Sent } from "./creation.ts";
import { readItem } from "./item-requests.ts";
import type { Property } from "./property.ts";
import { isDeclared } from "./props.ts";
import { shapeOf } from "./shape.ts";
import { withoutWriteOnly } from "./write-only.ts";

/**
 * Whether an item with the natural key of a create is the one that its request has created:
 * - `ours`: it has everything that was sent, and is not older than the request as far as the service says.
 * - `other`: it is not.
 * - `unclear`: it may be, and nothing tells. Or it is alike: the service may have changed what was sent.
 */
export type Verdict = "ours" | "other" | "unclear";

/** Judges an item that a look-up has found. Changes nothing. */
export async function verdictOn(creation: Creation, sent: Sent, found: RemoteItem): Promise<Verdict> {
  const { context, resource, inputs } = creation;
  if (context.ownership.isTaken(keyOf(resource, found), context.who)) return "other";
  if (inputs.adopt === true) return "ours";
  if (context.ownership.isOthers(found.id, context.who)) return "other";
  const item = await completed(creation, found);
  if (!item || isOlder(creation, sent, item)) return "other";
  if (!sent.sameContent) return "unclear";
  if (hasAllSent(creation, item)) return "ours";
  return hasAllSent(creation, item, isAlike) ? "unclear" : "other";
}

/** Whether the item has the declared inputs, as far as the service tells. */
export function hasAllSent(creation: Creation, item: RemoteItem, isSame = isAsDeclared): boolean {
  return Object.entries(creation.resource.inputs).every(([name, property]) =>
    isAsSent(creation, name, property, item, isSame),
  );
}

/** A list may say less of an item than the item itself. Undefined when it is gone. */
async function completed({ context, resource, inputs }: Creation, item: RemoteItem) {
  const isComplete = Object.entries(resource.inputs).every(
    ([name, property]) => wantedOf(property, name, inputs) === undefined || item.props[name] !== undefined,
  );
  return isComplete ? item : readItem(context, resource, item.id);
}

/** Times of a service have whole seconds, and its answer takes a moment. */
const toleranceMs = 2_000;

/** How far two clocks may be apart when the service does not tell its time. */
const skewMs = 60_000;

/** By the clock of the service: that of this machine may be off. */
function isOlder({ context, resource }: Creation, sent: Sent, { createdAt, props }: RemoteItem): boolean {
  if (sent.isRecent && resource.collection.naturalKey.isOlder?.(props)) return true;
  const { clockOffsetMs } = context.client;
  const tolerated = clockOffsetMs === undefined ? skewMs : toleranceMs;
  return Date.parse(createdAt ?? "") < sent.beganMs + (clockOffsetMs ?? 0) - tolerated;
}

/** What the service does not return is no difference, nor an enum value that the table does not have. */
function isAsSent(
  { inputs }: Creation,
  name: string,
  property: Property,
  { props }: RemoteItem,
  isSame: typeof isAsDeclared,
): boolean {
  const wanted = wantedOf(property, name, inputs) ?? defaultOf(property, inputs) ?? undefined;
  const actual = props[name] ?? defaultOf(property, inputs);
  if (property.onChange === "none" || wanted === undefined || actual === undefined) return true;
  return isSame(property, wanted, actual);
}

/** The part of a declared input that the service returns. */
function wantedOf(property: Property, name: string, inputs: Creation["inputs"]): unknown {
  if (property.onChange === "none" || !isDeclared(inputs, name)) return undefined;
  return withoutWriteOnly(shapeOf(property.type), inputs[name]);
}
