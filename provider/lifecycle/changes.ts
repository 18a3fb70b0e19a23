import { isAsAnswered } from "./answered.ts";
import { type Change, compare } from "./compare.ts";
import type { Props } from "./handlers.ts";
import { withoutHidden } from "./props.ts";
import type { Resource } from "./resource.ts";
import { rememberedKeys } from "./state.ts";

/** What differs between state and program. */
export function changesOf({ inputs }: Resource, olds: Props, news: Props): Change[] {
  const changes = compare(inputs, olds, rememberedKeys(inputs, olds), withoutHidden(news));
  return changes.map((change) => {
    const { key, replaces } = change;
    // The program declares now what the service has made of the earlier value.
    const isThere = replaces && inputs[key] && isAsAnswered(inputs[key], key, olds, news[key]);
    return isThere ? { key, replaces: false } : change;
  });
}

/** The inputs to send, with their new values. */
export function patchOf(changes: readonly Change[]): Props {
  return Object.fromEntries(changes.flatMap(({ key, send }) => (send ? [[key, send.value]] : [])));
}

/** Whether an update has something to do at the service. */
export function isRequestNeeded(resource: Resource, olds: Props, patch: Props): boolean {
  return Object.keys(patch).length > 0 || resource.isStale?.(olds) === true;
}
