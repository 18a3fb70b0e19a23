import { IdmError } from "../errors.ts";
import { type Collection, updateItem } from "./collection.ts";
import { defaultOf, isDeclared, sameValue } from "./compare.ts";
import { type Context, IncompleteError, type RemoteItem } from "./define-resource.ts";
import type { Props } from "./handlers.ts";
import { compact } from "./state.ts";

/** Makes an item that exists ours: what is declared is brought to it, with a PATCH where something differs. */
export async function takeOver(
  context: Context,
  collection: Collection,
  live: RemoteItem,
  inputs: Props,
): Promise<RemoteItem> {
  const patch = differing(collection, live, inputs);
  const fixed = Object.keys(patch).find((key) => collection.fields[key]?.onChange === "replace");
  if (fixed) throw new IncompatibleError(collection.noun, live, fixed, inputs[fixed]);
  if (Object.keys(patch).length === 0) return live;
  try {
    const patched = await updateItem(context, collection, live.id, patch);
    return { id: live.id, props: { ...live.props, ...compact(patched.props) } };
  } catch (error) {
    throw error instanceof IdmError ? new IncompleteError(live, error) : error;
  }
}

/** The declared inputs that the item does not have. */
function differing({ fields }: Collection, live: RemoteItem, inputs: Props): Props {
  const entries = Object.entries(fields).filter(([name, field]) => {
    if (field.onChange === "ignore" || !isDeclared(inputs, name)) return false;
    const current = live.props[name] ?? defaultOf(field, inputs);
    // What the service does not name is no reason to refuse an item; a PATCH makes sure of it.
    return current === undefined ? field.onChange === "update" : !sameValue(field, current, inputs[name]);
  });
  return Object.fromEntries(entries.map(([name]) => [name, inputs[name]]));
}

class IncompatibleError extends IdmError {
  constructor(noun: string, live: RemoteItem, key: string, wanted: unknown) {
    super(
      "ERR_IDM_INPUT",
      `The ${noun} ${live.id} exists with ${key} ${JSON.stringify(live.props[key] ?? null)}, the program declares ${JSON.stringify(wanted)}, and it cannot be changed in place. Declare what exists, or delete the ${noun} at the service so that it is made anew.`,
    );
  }
}
