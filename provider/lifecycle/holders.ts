/** An item at the service. Ids are per collection: a role and a template of one id are two items. */
export interface ItemKey {
  /** Path of the collection, or the type of a resource without one. */
  readonly place: string;
  readonly id: string;
}

/** A resource that has an item. */
export interface Holder {
  /** Organization and URN. Undefined for a program with an earlier version of the SDK. */
  readonly resource: string | undefined;
  /** Whether it got the item in this process, so that the state may not have it yet. */
  readonly isNew: boolean;
}

/** The resources that have an item, by item and owner. Two creates of one resource are two owners. */
export class Holders {
  readonly #byItem = new Map<string, Map<string, Holder>>();

  of({ place, id }: ItemKey): Map<string, Holder> {
    const key = JSON.stringify([place, id]);
    const holders = this.#byItem.get(key) ?? new Map<string, Holder>();
    this.#byItem.set(key, holders);
    return holders;
  }

  /** Those of other owners. */
  others(item: ItemKey, owner: string): Holder[] {
    return [...this.of(item)].filter(([other]) => other !== owner).map(([, holder]) => holder);
  }

  drop(owner: string): void {
    for (const holders of this.#byItem.values()) holders.delete(owner);
  }
}
