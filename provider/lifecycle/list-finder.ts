import type { ApiCall } from "../client/api-call.ts";
import type { Client } from "../client/client.ts";
import { ApiError, NetworkError, ResponseShapeError } from "../errors.ts";
import { scopeOf } from "./collection-request.ts";
import type { Context, RemoteItem } from "./context.ts";
import { parseItem } from "./item-requests.ts";
import type { ListAccount } from "./list-account.ts";
import { type PageQuery, pagesOf, type SendPage } from "./list-pages.ts";
import { type ListedItem, ListWalk, UnusableListError } from "./list-walk.ts";
import type { CollectionResource } from "./resource.ts";

/** A page answers reads that come at most this long after it was requested. */
const freshMs = 10_000;

/** With fewer reads, a list saves nothing. */
const fewestReads = 3;

/** The largest page that services of this kind allow, and the total, which says what the walk will cost. */
const wantedPage: PageQuery = { per_page: "100", include_totals: "true" };

/** What a read wants to find. */
export interface Wanted {
  readonly context: Context;
  readonly id: string;
}

export interface ListFinderOptions {
  readonly resource: CollectionResource;
  readonly account: ListAccount;
  /** Called when the lists of this collection are of no use in this process. */
  readonly onUseless: (reason: string) => void;
}

/** A walk, and the number of writes of this process when it began. */
interface Walk {
  readonly list: ListWalk;
  readonly writes: number;
}

/** Finds items of one collection in its list. Reads that wait at the same time share a walk. */
export class ListFinder {
  readonly #options: ListFinderOptions;
  readonly #call: ApiCall;
  readonly #waiting = new Set<Wanted>();
  /** Fields that an item of a list has had with a value that is not empty. */
  readonly #shown = new Set<string>();
  #walk: Walk | undefined;
  #takesSize = true;
  #failures = 0;

  constructor(options: ListFinderOptions) {
    const { collection } = options.resource;
    this.#options = options;
    this.#call = {
      method: "GET",
      path: collection.path,
      scope: scopeOf(collection, "list"),
      oneAttempt: true,
    };
  }

  /** The item as the list shows it. Undefined when it has to be read by its id. */
  async find(wanted: Wanted, readsLately: number): Promise<RemoteItem | undefined> {
    const { client } = wanted.context;
    const walk = this.#walkFor(wanted, readsLately);
    if (!walk) return undefined;
    this.#waiting.add(wanted);
    try {
      while (isCurrent(walk.writes, client)) {
        const item = walk.list.get(wanted.id);
        if (item) return this.#parsed(item, wanted.id);
        if (!this.#mayWait(walk.list, wanted)) return undefined;
        await unlessAborted(walk.list.nextPage(), wanted.context.operation.signal);
      }
      return undefined;
    } finally {
      this.#waiting.delete(wanted);
    }
  }

  /** The item on the pages so far. Requests nothing. */
  peek(id: string): RemoteItem | undefined {
    const item = this.#walk?.list.get(id);
    return item && this.#parsed(item, id);
  }

  /** Whether an item of a list has shown this field with a value. */
  hasShown(wireName: string): boolean {
    return this.#shown.has(wireName);
  }

  /** Lets no later read use what was read so far. */
  forget(): void {
    this.#walk = undefined;
  }

  /** The walk that may have the item: the current one, or a new one. */
  #walkFor({ context, id }: Wanted, readsLately: number): Walk | undefined {
    const { client } = context;
    if (client.writes.open > 0) return undefined;
    const walk = this.#walk;
    const item = walk?.list.get(id);
    const isFresh = (ms: number) => performance.now() - ms <= freshMs;
    if (walk && isCurrent(walk.writes, client)) {
      if (item ? isFresh(item.atMs) : !walk.list.isOver || isFresh(walk.list.lastPageMs)) return walk;
    }
    if (readsLately < fewestReads || !this.#options.account.mayRequest(1, undefined)) return undefined;
    this.#walk = { list: this.#newWalk(client), writes: client.writes.begun };
    return this.#walk;
  }

  /** Whether to wait for the next page. To wait for one that is already requested costs nothing. */
  #mayWait(list: ListWalk, { context }: Wanted): boolean {
    if (list.isRequesting) return true;
    const { client, operation, stop } = context;
    if (list.isOver || stop.aborted || operation.remainingMs < longestWaitMs(client)) return false;
    const waiting = [...this.#waiting].filter(({ id }) => !list.get(id)).length;
    return this.#options.account.mayRequest(waiting, list.pagesLeft);
  }

  #newWalk(client: Client): ListWalk {
    const { resource } = this.#options;
    const { wireId } = resource.collection;
    const send: SendPage = (query, onHead) => this.#request(client, query, onHead);
    const pages = pagesOf({ call: this.#call, wireId, send, first: wantedPage });
    const onFields = (names: readonly string[]) => {
      for (const name of names) this.#shown.add(name);
    };
    return new ListWalk({ resource, pages, onFields, onError: (error) => this.#onError(error) });
  }

  /** Requests a page. A service that refuses the size of the first one is asked without it from then on. */
  async #request(client: Client, query: PageQuery, onHead: ApiCall["onHead"]): Promise<unknown> {
    try {
      return await this.#send(client, this.#takesSize ? query : withoutSize(query), onHead);
    } catch (error) {
      if (!this.#takesSize || query !== wantedPage || !isBadRequest(error)) throw error;
      this.#takesSize = false;
      return this.#send(client, {}, onHead);
    }
  }

  #send(client: Client, query: PageQuery, onHead: ApiCall["onHead"]): Promise<unknown> {
    this.#options.account.addPage();
    return client.operate(
      `List of ${this.#options.resource.noun}s`,
      (operation) => client.request({ ...this.#call, query, onHead }, operation),
      { deadlineMs: longestWaitMs(client) },
    );
  }

  /** One failure may pass. A service that refuses its list, or fails once more, does so again and again. */
  #onError(error: unknown): void {
    this.#failures += 1;
    if (isPassing(error) && this.#failures === 1) return;
    const { name, message } = error as Error;
    const isOurs = error instanceof ResponseShapeError || error instanceof UnusableListError;
    this.#options.onUseless(error instanceof ApiError ? `status ${error.status}` : isOurs ? message : name);
  }

  #parsed({ fields, isAmbiguous }: ListedItem, id: string): RemoteItem | undefined {
    return isAmbiguous ? undefined : parseItem(this.#call, this.#options.resource, fields, id);
  }
}

/** A read waits for lists for half of its time, so that the other half is left for the read by id. */
function longestWaitMs({ settings }: Client): number {
  return settings.retryDeadlineMs / 2;
}

/** Whether this process has written nothing since. */
function isCurrent(writes: number, client: Client): boolean {
  return client.writes.begun === writes;
}

/** Whether the failure says nothing about lists. One that took long does not count: the reads wait for it. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 && error.status !== 501;
  return error instanceof NetworkError;
}

function isBadRequest(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

function withoutSize(query: PageQuery): PageQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(wantedPage, name)));
}

/** Rejects with the signal's reason when it is aborted first. */
function unlessAborted(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    void done.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
