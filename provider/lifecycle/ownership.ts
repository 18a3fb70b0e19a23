import { randomUUID } from "node:crypto";
import type { Props } from "./handlers.ts";

/** The property of the state that tells one resource's claim to an id from another's. */
export const ownerKey = "__owner";

/**
 * Which resource an id belongs to. A create with `adopt` may take over what another resource of the stack still has in its
 * state (it was renamed in the program, say, or is being replaced): the delete of that one, which comes last, must not remove it.
 */
export class Ownership {
  readonly #owners = new Map<string, string>();

  /** What the state of the resource that was just created bears from now on. */
  claim(id: string): Props {
    const owner = randomUUID();
    this.#owners.set(id, owner);
    return { [ownerKey]: owner };
  }

  /** Whether a resource created by this process has taken the id from the one with this state. */
  isLost(id: string, state: Props): boolean {
    const owner = this.#owners.get(id);
    return owner !== undefined && state[ownerKey] !== undefined && state[ownerKey] !== owner;
  }
}
