import { isDeepStrictEqual } from "node:util";
import { object } from "../client/json.ts";
import type { Props } from "./handlers.ts";
import { parseId } from "./item-id.ts";
import { isEmpty } from "./list-likeness.ts";
import type { ListPage } from "./list-pages.ts";
import type { CollectionResource } from "./resource.ts";
import { wireNameOf } from "./wire-names.ts";

/** An item of a list. */
export interface ListedItem {
  /** Its fields that the table knows. */
  readonly fields: Props;
  /** When its page was requested: milliseconds of `performance.now()`. */
  readonly atMs: number;
  /** Whether two pages show it with different fields: it has changed between them. */
  readonly isAmbiguous: boolean;
}

export interface ListWalkOptions {
  readonly resource: CollectionResource;
  readonly pages: AsyncGenerator<ListPage, void, undefined>;
  /** Called with the names of the fields of an item that are not empty. */
  readonly onFields: (wireNames: readonly string[]) => void;
  /** Called when a page cannot be read. The walk is over then. */
  readonly onError: (error: unknown) => void;
}

/** Walks over the pages of a list, one at a time and only as far as somebody asks. Keeps the items. */
export class ListWalk {
  readonly #options: ListWalkOptions;
  readonly #items = new Map<string, ListedItem>();
  readonly #wireNames: readonly string[];
  #pending: Promise<void> | undefined;
  #isOver = false;
  #pagesLeft: number | undefined;
  #total: number | undefined;
  #lastPageMs = 0;

  constructor(options: ListWalkOptions) {
    const { resource } = options;
    const names = Object.keys(resource.properties).flatMap((name) => wireNameOf(resource, name) ?? []);
    this.#options = options;
    this.#wireNames = [resource.collection.wireId, ...names];
  }

  /** The item with this id on the pages so far. */
  get(id: string): ListedItem | undefined {
    return this.#items.get(id);
  }

  /** Whether there is no further page, or the next one cannot be read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isRequesting(): boolean {
    return this.#pending !== undefined;
  }

  /** See `ListPage`. */
  get pagesLeft(): number | undefined {
    return this.#pagesLeft;
  }

  /** When the newest page was requested: milliseconds of `performance.now()`. */
  get lastPageMs(): number {
    return this.#lastPageMs;
  }

  /** Resolves after the next page, also when it cannot be read. All who call it meanwhile wait for the same page. */
  nextPage(): Promise<void> {
    this.#pending ??= this.#readPage().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #readPage(): Promise<void> {
    const atMs = performance.now();
    this.#lastPageMs = atMs;
    try {
      const { value: page } = await this.#options.pages.next();
      this.#isOver = !page || !this.#keep(page, atMs);
    } catch (error) {
      this.#isOver = true;
      this.#options.onError(error);
    }
  }

  /** Whether the list may go on. */
  #keep({ items, pagesLeft, total }: ListPage, atMs: number): boolean {
    // Somebody adds or removes items, and the others move between the pages: those seen before may be gone.
    if (total !== this.#total) this.#items.clear();
    this.#total = total;
    this.#pagesLeft = pagesLeft;
    for (const item of items) this.#add(item, atMs);
    return pagesLeft !== 0;
  }

  #add(item: unknown, atMs: number): void {
    const { collection, noun } = this.#options.resource;
    const { wireId, path } = collection;
    const all = object(item);
    const id = all && parseId({ method: "GET", path }, noun, all[wireId]);
    if (!all || id === undefined) throw new UnusableListError(`an item has no ${wireId}`);
    // A large tenant has many items: what the table does not know is not kept.
    const known = this.#wireNames.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]);
    const fields: Props = Object.fromEntries(known);
    this.#options.onFields(Object.keys(fields).filter((name) => !isEmpty(fields[name])));
    const earlier = this.#items.get(id);
    const isSame = !earlier || (!earlier.isAmbiguous && isDeepStrictEqual(earlier.fields, fields));
    this.#items.set(id, { fields, atMs, isAmbiguous: !isSame });
  }
}

/** A list whose items cannot be used. */
export class UnusableListError extends Error {}
