import type { Context, RemoteItem } from "./context.ts";
import type { Props } from "./handlers.ts";
import { ListAccount } from "./list-account.ts";
import { ListFinder } from "./list-finder.ts";
import { kindOf } from "./list-likeness.ts";
import { ListTrust, type SingleRead } from "./list-trust.ts";
import type { CollectionResource } from "./resource.ts";

/** A read of one item. */
export interface ReadRequest {
  readonly context: Context;
  /** Type of the resource that reads. Two types may read the same item. */
  readonly reader: string;
  readonly id: string;
  /** What the state knows of the item. */
  readonly state: Props;
  /** Reads the item by its id. */
  readonly single: () => SingleRead;
}

/** A read by id that began. */
interface BegunRead {
  readonly id: string;
  readonly state: Props;
  readonly item: SingleRead;
  /** When it began: milliseconds of `performance.now()`, and the number of writes of this process. */
  readonly atMs: number;
  readonly writes: number;
}

/** The number of latest reads by id that items of a list are compared with. */
const comparedReads = 4;

/** An older one says nothing: the item may have changed since. */
const comparableMs = 10_000;

/** Reads of one collection in one process: those that wait at the same time are answered from its list. */
export class CollectionReads {
  readonly #resource: CollectionResource;
  readonly #onUseless: (reason: string) => void;
  readonly #account = new ListAccount();
  readonly #trust = new ListTrust(() =>
    this.#turnOff("a list shows an item differently than a read by its id"),
  );
  readonly #finder: ListFinder;
  #latest: readonly BegunRead[] = [];
  /** Who has read what in this pass over the state. */
  readonly #readers = new Set<string>();
  #inFlight = 0;
  #isOff = false;

  /** Calls `onUseless` once, when the lists of this collection are of no use in this process. */
  constructor(resource: CollectionResource, onUseless: (reason: string) => void) {
    this.#resource = resource;
    this.#onUseless = onUseless;
    const turnOff = (reason: string) => this.#turnOff(reason);
    this.#finder = new ListFinder({ resource, account: this.#account, onUseless: turnOff });
  }

  /** Undefined when the item does not exist. What a list does not show is read by its id. */
  async read(request: ReadRequest): Promise<RemoteItem | undefined> {
    this.#inFlight += 1;
    this.#notePass(request);
    try {
      const listed = this.#isOff ? undefined : await this.#finder.find(request, this.#readsLately(request));
      return listed ? await this.#confirmed(listed, request) : await this.#single(request);
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** A run reads each resource once. One that reads again wants to see what has changed since. */
  #notePass({ reader, id }: ReadRequest): void {
    const key = `${reader} ${id}`;
    if (this.#readers.has(key)) {
      this.#readers.clear();
      this.#latest = [];
      this.#finder.forget();
    }
    this.#readers.add(key);
  }

  /** The item of the list if items of this kind can be trusted. Otherwise it is read by its id and compared. */
  async #confirmed(listed: RemoteItem, request: ReadRequest): Promise<RemoteItem | undefined> {
    this.#account.addFound();
    const kind = this.#kindOf(listed, request.state);
    if (kind !== undefined && (await this.#verdict(kind, request)) && !this.#isOff) return listed;
    this.#account.removeFound();
    const single = this.#single(request);
    if (kind === undefined) void this.#trust.compare(listed.props, single);
    else void this.#trust.decide(kind, listed.props, single);
    return single;
  }

  /** Number of reads that are in flight or came lately, this one included: how many more will come is not known. */
  #readsLately(request: ReadRequest): number {
    return Math.max(this.#inFlight, this.#comparable(request).length + 1);
  }

  /** The latest reads by id, as far as a list of now should show the same. */
  #comparable({ context }: ReadRequest): BegunRead[] {
    const { begun } = context.client.writes;
    const sinceMs = performance.now() - comparableMs;
    return this.#latest.filter(({ writes, atMs }) => writes === begun && atMs >= sinceMs);
  }

  /**
   * Looks for a read by id that decides about this kind, so that no request is needed for it. Compares the other latest
   * reads too: one difference is enough.
   */
  #verdict(kind: string, request: ReadRequest): Promise<boolean> | undefined {
    const known = this.#trust.verdict(kind);
    if (known) return known;
    let verdict: Promise<boolean> | undefined;
    const compared: Promise<unknown>[] = [];
    for (const { id, state, item } of this.#comparable(request)) {
      const listed = this.#finder.peek(id);
      if (!listed) continue;
      const decides = verdict === undefined && this.#kindOf(listed, state) === kind;
      if (decides) verdict = this.#trust.decide(kind, listed.props, item);
      else compared.push(this.#trust.compare(listed.props, item));
    }
    return verdict && Promise.all(compared).then(() => verdict as Promise<boolean>);
  }

  #kindOf({ props }: RemoteItem, state: Props): string | undefined {
    return kindOf(this.#resource, props, state, (wireName) => this.#finder.hasShown(wireName));
  }

  #single({ context, id, state, single }: ReadRequest): SingleRead {
    this.#account.addSingle();
    const item = single();
    const begun = { id, state, item, atMs: performance.now(), writes: context.client.writes.begun };
    this.#latest = [begun, ...this.#latest].slice(0, comparedReads);
    return item;
  }

  #turnOff(reason: string): void {
    if (!this.#isOff) this.#onUseless(reason);
    this.#isOff = true;
  }
}
