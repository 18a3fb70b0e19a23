// The pages of a list: docs/service.md, "Lists".
import type { ApiCall } from "../client/api-call.ts";
import type { ResponseHead } from "../client/http.ts";
import { object } from "../client/json.ts";
import { ApiError } from "../errors.ts";
import { listLength } from "./list-more.ts";
import { listError, listIn } from "./list-response.ts";

/**
 * Far above any tenant's number of roles or domains. It ends the loop when the service never says that the list ends.
 */
const maxPages = 1_000;

/** Query parameters of a page. */
export type PageQuery = Readonly<Record<string, string>>;

/** Requests a page. Calls `onHead` with the head of the response. */
export type SendPage = (query: PageQuery, onHead: (head: ResponseHead) => void) => Promise<unknown>;

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
  /** Whether an item of it was on no page before. */
  readonly isNew: boolean;
  readonly isBare: boolean;
  readonly next: PageQuery | undefined;
  /** How the page says that the list has more items. Undefined when it does not. */
  readonly more: string | undefined;
}

/** What was read so far. */
interface Progress {
  /** Number of pages. */
  number: number;
  /** Number of items on pages that had new ones. */
  seen: number;
  readonly ids: Set<unknown>;
  readonly cursors: Set<string>;
  /** See `ReadPage`. */
  more: string | undefined;
}

export interface PagesOptions {
  readonly call: ApiCall;
  /** Field of an item that identifies it. */
  readonly wireId: string;
  readonly send: SendPage;
  /** Query of the first page. Default: none. */
  readonly first?: PageQuery;
}

/**
 * Reads a list page by page, to its end. Throws `ResponseShapeError` for a response that cannot be understood, and for
 * a list that says at its end that it has more items: it must not look like a list without the item.
 */
export async function* pagesOf(options: PagesOptions): AsyncGenerator<ListPage, void, undefined> {
  const { call, first = {} } = options;
  const progress: Progress = { number: 0, seen: 0, ids: new Set(), cursors: new Set(), more: undefined };
  let query: PageQuery | undefined = first;
  let isBare = false;
  for (; query; progress.number++) {
    if (progress.number === maxPages) throw listError(call, `the list does not end after ${maxPages} pages`);
    const page: ReadPage = await requestPage(options, query, isBare, progress);
    yield page;
    isBare = page.isBare;
    const next = nextQuery(call, page, progress);
    query = next && { ...first, ...next };
  }
  if (progress.more !== undefined)
    throw listError(
      call,
      `the list says that it has more items (${progress.more}), and the provider cannot find them`,
    );
}

async function requestPage(
  { call, wireId, send }: PagesOptions,
  query: PageQuery,
  isBare: boolean,
  progress: Progress,
): Promise<ReadPage> {
  let head: ResponseHead | undefined;
  const response = send(query, (received) => {
    head = received;
  });
  const body = await (isBare ? endIfRefused(response) : response);
  return readPage(call, body, head, progress, addItems(listIn(call, body), wireId, progress));
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

/** Adds the items of a page. Returns whether one of them is new. */
function addItems(items: readonly unknown[], wireId: string, progress: Progress): boolean {
  const before = progress.ids.size;
  for (const item of items) progress.ids.add(object(item)?.[wireId]);
  const isNew = progress.ids.size > before;
  if (isNew) progress.seen += items.length;
  return isNew;
}

function readPage(
  call: ApiCall,
  body: unknown,
  head: ResponseHead | undefined,
  { number, seen }: Progress,
  isNew: boolean,
): ReadPage {
  const items = listIn(call, body);
  const isBare = Array.isArray(body);
  const { next, start, limit } = pagingIn(object(body) ?? {});
  const { total, sign } = listLength(body, head, number + 1, next);
  const end = start === undefined ? seen : start + items.length;
  const left = total === undefined ? undefined : Math.max(0, total - end);
  const more = sign ?? (left ? `a total of ${total}` : undefined);
  const common = { items, isNew, isBare, more };
  const page = { page: String(number + 1) };
  if (isBare)
    return { ...common, total: undefined, pagesLeft: undefined, next: items.length > 0 ? page : undefined };
  const pagesLeft = left === undefined ? undefined : Math.ceil(left / Math.max(1, limit ?? items.length));
  if (next !== undefined) return { ...common, total, pagesLeft, next: { from: next } };
  const nextPage = { ...page, ...(limit !== undefined && { per_page: String(limit) }) };
  return { ...common, total, pagesLeft: pagesLeft ?? 0, next: pagesLeft ? nextPage : undefined };
}

/** The query of the page after this one. Undefined at the end of the list. */
function nextQuery(call: ApiCall, page: ReadPage, progress: Progress): PageQuery | undefined {
  const { items, isNew, isBare, next } = page;
  if (isNew || !isBare || progress.number === 0) progress.more = page.more;
  if (next?.from !== undefined) return nextCursor(call, next, progress);
  // Some services count pages from 1: their page 1 is the first one again. Others answer each page with the same items.
  const mayBeFirst = progress.number === 1 && items.length > 0;
  return isNew || mayBeFirst ? next : undefined;
}

function nextCursor(call: ApiCall, next: PageQuery, { cursors }: Progress): PageQuery {
  const { from = "" } = next;
  if (cursors.has(from)) throw listError(call, "the list does not end: it repeats its cursor (next)");
  cursors.add(from);
  return next;
}

/** What a response says about the pages. A value of another type counts as missing. */
function pagingIn(body: Record<string, unknown>) {
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const { next, start, limit } = body;
  return {
    next: typeof next === "string" && next !== "" && !isAddress(next) ? next : undefined,
    start: number(start),
    limit: number(limit),
  };
}

/** Whether it is an address, which is never requested: it may be one of another host. */
function isAddress(next: string): boolean {
  return next.includes("://") || next.includes("?");
}
