import { randomUUID } from "node:crypto";
import type { Props } from "./handlers.ts";
import { hidden } from "./hidden.ts";

/**
 * Which resource an item belongs to. A create with `adopt` may adopt an item that another resource of the stack still
 * has in its state: the program has renamed the resource, for example, or it is being replaced. The engine deletes
 * the old resource last, and that must not delete the item.
 */
export class Ownership {
  readonly #owners = new Map<string, string>();

  /** Assigns the item to the resource that was just created. Returns the hidden property that its state keeps. */
  assign(id: string): Props {
    const owner = randomUUID();
    this.#owners.set(id, owner);
    return { [hidden.owner]: owner };
  }

  /** Whether the item now belongs to another resource than the one with this state: this process has assigned it. */
  isLost(id: string, state: Props): boolean {
    const owner = this.#owners.get(id);
    return owner !== undefined && state[hidden.owner] !== undefined && state[hidden.owner] !== owner;
  }
}
