import type { Props } from "./handlers.ts";
import { adoptHintOf, describeKey } from "./natural-key.ts";
import type { CollectionResource } from "./resource.ts";

/** What to do about a create that the service refuses with a 409. A create does not know why the engine asks for it. */
export function conflictRemedy(resource: CollectionResource, inputs: Props): string {
  const key = describeKey(resource, inputs);
  const { isUnique = false } = resource.collection.naturalKey;
  return [
    `If a ${resource.noun} with ${key} exists that no resource of this stack has, ${adoptHintOf(resource)}.`,
    "If you have renamed its resource in the program, set the resource option aliases.",
    isUnique ? replacedUnique : "If it is to be replaced, set the resource option deleteBeforeReplace: true.",
    "If the account has reached its limit, remove one or have the limit raised.",
  ].join(" ");
}

/**
 * A changed input deletes first. The engine asks for no diff at --replace and after a taint: only the dynamic
 * provider's classes have the option as their default.
 */
const replacedUnique =
  "A resource with retainOnDelete cannot be replaced: declare its former values with adopt: true. With the packaged plugin, --replace and pulumi state taint need the resource option deleteBeforeReplace: true.";
