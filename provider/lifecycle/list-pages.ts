// The pages of a list: docs/service.md, "Lists".
import type { ApiCall } from "../client/api-call.ts";
import { object } from "../client/json.ts";
import { ApiError } from "../errors.ts";
import { listError, listIn } from "./list-response.ts";

/**
 * Far above any tenant's number of roles or domains. It ends the loop when the service never says that the list ends.
 */
const maxPages = 1_000;

/** Query parameters of a page. */
export type PageQuery = Readonly<Record<string, string>>;

/** One page of a list. */
export interface ListPage {
  readonly items: readonly unknown[];
  /** Number of pages after this one. Undefined when the service does not tell it. */
  readonly pagesLeft: number | undefined;
  /** Number of items of the whole list. Undefined when the service does not tell it. */
  readonly total: number | undefined;
}

/** A page, and the query that asks for the one after it. */
interface ReadPage extends ListPage {
  readonly next: PageQuery | undefined;
}

/**
 * Reads a list page by page. `send` requests one page, the first one with the query `first`. The caller ends the loop
 * when a page has nothing new: some services answer every page with the same items. Throws `ResponseShapeError` for a
 * response that cannot be understood: it must not look like a list without the item.
 */
export async function* pagesOf(
  call: ApiCall,
  send: (query: PageQuery) => Promise<unknown>,
  first: PageQuery = {},
): AsyncGenerator<ListPage, void, undefined> {
  let query: PageQuery | undefined = first;
  let isBare = false;
  let seen = 0;
  for (let number = 0; query; number++) {
    if (number === maxPages) throw listError(call, `the list does not end after ${maxPages} pages`);
    const body = await (isBare ? endIfRefused(send(query)) : send(query));
    const page = readPage(call, body, number, seen);
    yield page;
    seen += page.items.length;
    isBare = Array.isArray(body);
    query = page.next && { ...first, ...page.next };
  }
}

/**
 * A bare array does not say whether there are more pages. A service that refuses the parameter `page` has no more:
 * what it answered without is the whole list.
 */
async function endIfRefused(response: Promise<unknown>): Promise<unknown> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 422].includes(error.status)) return [];
    throw error;
  }
}

/** `seen` is the number of items on the pages before, for a service that does not say where a page starts. */
function readPage(call: ApiCall, body: unknown, number: number, seen: number): ReadPage {
  const items = listIn(call, body);
  const page = { page: String(number + 1) };
  if (Array.isArray(body))
    return { items, total: undefined, pagesLeft: undefined, next: items.length > 0 ? page : undefined };
  const { next, start, limit, total } = pagingIn(object(body) ?? {});
  const left = total === undefined ? undefined : Math.max(0, total - (start ?? seen) - items.length);
  const pagesLeft = left === undefined ? undefined : Math.ceil(left / Math.max(1, limit ?? items.length));
  if (next !== undefined) return { items, total, pagesLeft, next: { from: next } };
  const nextPage = { ...page, ...(limit !== undefined && { per_page: String(limit) }) };
  return { items, total, pagesLeft: pagesLeft ?? 0, next: pagesLeft ? nextPage : undefined };
}

/** What a response says about the pages. A value of another type counts as missing. */
function pagingIn(body: Record<string, unknown>) {
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const { next, start, limit, total } = body;
  return {
    next: typeof next === "string" && next !== "" ? next : undefined,
    start: number(start),
    limit: number(limit),
    total: number(total),
  };
}
