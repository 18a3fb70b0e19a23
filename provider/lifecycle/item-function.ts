// The functions that find an existing item: `getRole({ name })`.
import type { Runtime } from "./context.ts";
import { findById, idOfKey } from "./find-item.ts";
import type { Failure, Handlers, Props } from "./handlers.ts";
import { hidden, secretNamesIn } from "./hidden.ts";
import { isDeclared, withoutHidden } from "./props.ts";
import type { CollectionResource, Resource } from "./resource.ts";

/** A resource whose items a function finds. */
export type FoundResource = CollectionResource & {
  readonly collection: { readonly functionArguments: readonly string[] };
};

/** Whether there is a function that finds items of this resource. */
export function hasFunction(resource: Resource): resource is FoundResource {
  return resource.collection?.functionArguments !== undefined;
}

/** The name of the function: `getRole`. */
export function functionName({ type }: Resource): string {
  return `get${type}`;
}

/** Why a function refuses its arguments: it needs exactly one, a string that is not empty. */
export function argumentFailures(resource: FoundResource, args: Props): Failure[] {
  const names = resource.collection.functionArguments;
  const given = Object.keys(args).filter((name) => isDeclared(args, name) && args[name] !== null);
  const unknown = given.filter((name) => !names.includes(name));
  const allowed = names.join(" or ");
  if (unknown.length > 0)
    return unknown.map((property) => ({
      property,
      reason: `${property} is not an argument of ${functionName(resource)}: give ${allowed}`,
    }));
  const [name, another] = given;
  if (name === undefined)
    return [{ property: names[0] ?? "", reason: `${functionName(resource)} needs ${allowed}` }];
  if (another !== undefined)
    return [{ property: another, reason: `give ${allowed}, not ${given.length === 2 ? "both" : "all"}` }];
  if (typeof args[name] !== "string" || args[name] === "")
    return [{ property: name, reason: `${name} must be a string that is not empty` }];
  return [];
}

/**
 * The properties of the item that the arguments name. `args` have no failures; hidden properties say which ones are
 * secret. Throws the errors of `findById` and `idOfKey`.
 */
export async function callFunction(
  resource: FoundResource,
  runtime: Runtime,
  handlers: Pick<Handlers, "read">,
  args: Props,
): Promise<Props> {
  const { idProperty, naturalKey } = resource.collection;
  const id = args[idProperty] ?? (await idOfKey(resource, runtime, args));
  const keys = resource.collection.functionArguments.filter((name) => name !== idProperty);
  const advice = ["Correct it", ...keys.map((name) => `give ${name}`)].join(", or ");
  const found = await findById(resource, runtime, handlers, String(id), advice);
  const secrets = secretNamesIn(args).filter((name) => name === naturalKey.property || name === idProperty);
  return { ...withoutHidden(found.props), ...(secrets.length > 0 && { [hidden.secrets]: secrets }) };
}
