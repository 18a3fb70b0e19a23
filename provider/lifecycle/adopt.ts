import { ApiError, IdmError } from "../errors.ts";
import { defaultOf, isAsDeclared, isExactlyAsDeclared } from "./compare.ts";
import { type Context, IncompleteError, type RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { updateItem } from "./item-requests.ts";
import type { Property } from "./property.ts";
import { compact, isDeclared, pick } from "./props.ts";
import type { CollectionResource } from "./resource.ts";
import { shapeOf } from "./shape.ts";
import { withoutWriteOnly } from "./write-only.ts";

/**
 * Adopts an existing item: sends the declared inputs that differ in a PATCH. Throws an `IdmError` when one differs
 * that cannot be updated, and an `IncompleteError` when the PATCH fails.
 */
export async function adoptItem(
  context: Context,
  resource: CollectionResource,
  item: RemoteItem,
  inputs: Props,
): Promise<RemoteItem> {
  context.addSecretsOf(item.props);
  const patch = differingInputs(resource, item, inputs);
  const fixedName = Object.keys(patch).find((name) => resource.inputs[name]?.onChange === "replace");
  if (fixedName) throw notUpdatableError(resource, item, fixedName);
  if (Object.keys(patch).length === 0) return item;
  try {
    const patched = await updateItem(context, resource, item.id, patch, ifGone);
    return { id: item.id, props: { ...item.props, ...compact(patched.props) } };
  } catch (error) {
    throw error instanceof IdmError && !isGone(error) ? new IncompleteError(item, error) : error;
  }
}

const ifGone =
  "A list still shows it, but it no longer exists, and nothing was adopted: run pulumi up again in a moment.";

function isGone(error: IdmError): boolean {
  const isNotFound = error instanceof ApiError && [404, 410].includes(error.status) && error.isOwn;
  return isNotFound && error.code !== "ERR_IDM_UNSUPPORTED_OPERATION";
}

/** The declared inputs that have another value at the service. */
function differingInputs({ inputs: table }: CollectionResource, item: RemoteItem, inputs: Props): Props {
  const entries = Object.entries(table).filter(
    ([name, property]) =>
      property.onChange !== "none" &&
      isDeclared(inputs, name) &&
      differs(property, item.props[name], name, inputs),
  );
  return pick(
    inputs,
    entries.map(([name]) => name),
  );
}

/**
 * Whether an item differs from what the program declares. A value that the response does not contain is sent if an
 * update can change it. If only a replacement can, it counts as equal, so that the item can be adopted.
 */
function differs(property: Property, returned: unknown, name: string, inputs: Props): boolean {
  const actual = returned ?? defaultOf(property, inputs);
  if (property.onChange === "update")
    return actual === undefined || !isExactlyAsDeclared(property, inputs[name], actual);
  const comparable = withoutWriteOnly(shapeOf(property.type), inputs[name]);
  return actual !== undefined && comparable !== undefined && !isAsDeclared(property, comparable, actual);
}

/** Shows neither value: both may be secret, also where the provider cannot know. */
function notUpdatableError({ noun }: CollectionResource, { id }: RemoteItem, name: string): IdmError {
  return new IdmError(
    "ERR_IDM_INPUT",
    `The ${noun} ${id} exists with another ${name} than the program declares, and it cannot be changed in place. Declare in the program the value that the service has, or delete the ${noun} there so that a new one is created.`,
  );
}
