import type { RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { isSameItem } from "./list-likeness.ts";

/** A read by id. Undefined: the item does not exist. */
export type SingleRead = Promise<RemoteItem | undefined>;

/** Which kinds of items of a list are the same as when they are read by their ids. */
export class ListTrust {
  readonly #verdicts = new Map<string, Promise<boolean>>();
  readonly #onDifference: () => void;

  /**
   * Calls `onDifference` for an item that is not the same. A list that hides or changes one property may do so with any
   * other.
   */
  constructor(onDifference: () => void) {
    this.#onDifference = onDifference;
  }

  /** Whether the first item of this kind was the same. Undefined: none was read both ways yet. */
  verdict(kind: string): Promise<boolean> | undefined {
    return this.#verdicts.get(kind);
  }

  /**
   * Lets a read by id, which may still be in flight, decide about this kind, unless another one has. One that fails
   * decides nothing: the kind stays open.
   */
  decide(kind: string, listed: Props, single: SingleRead): Promise<boolean> {
    const compared = this.compare(listed, single);
    const known = this.#verdicts.get(kind);
    if (known) return known;
    const verdict = compared.then((isSame) => {
      if (isSame === undefined) this.#verdicts.delete(kind);
      return isSame === true;
    });
    this.#verdicts.set(kind, verdict);
    return verdict;
  }

  /**
   * Compares an item of a list with its read by id. A list that shows an item which does not exist is old. Undefined:
   * the read fails. Never rejects.
   */
  async compare(listed: Props, single: SingleRead): Promise<boolean | undefined> {
    const read = await single.then(
      (item) => ({ item }),
      () => undefined,
    );
    if (!read) return undefined;
    const isSame = read.item !== undefined && isSameItem(listed, read.item.props);
    if (!isSame) this.#onDifference();
    return isSame;
  }
}
