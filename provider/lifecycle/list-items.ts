import type { ApiCall } from "../client/client.ts";
import { object } from "../client/json.ts";
import { ResponseShapeError } from "../errors.ts";
import { checkBaseUrl } from "./collection.ts";
import type { Context, RemoteItem } from "./define-resource.ts";

/** Far above any tenant's number of roles or domains; ends the loop at a service whose paging never does. */
const maxPages = 1_000;

/**
 * Every item of a list, over all its pages. A list is a bare array, or an object that holds one beside
 * `next` (a cursor, sent back as `from`) or `start`, `limit` and `total` (the next page is asked for by `page`). A bare array does
 * not say whether there is more: it is asked until a page brings nothing new, be it empty or, where pages are unknown, the same.
 */
export async function findAll(
  context: Context,
  call: ApiCall,
  parse: (item: unknown) => RemoteItem,
): Promise<RemoteItem[]> {
  const found = new Map<string, RemoteItem>();
  let query: Record<string, string> | undefined = {};
  for (let page = 0; query && page < maxPages; page++) {
    const body = await context.client.request(
      { ...call, query: { ...call.query, ...query } },
      context.operation,
    );
    const items = itemsOf(call, body);
    const before = found.size;
    for (const live of items.map(parse)) found.set(live.id, live);
    query = found.size > before ? nextPage(body, items.length, page) : undefined;
  }
  return [...found.values()];
}

function itemsOf(call: ApiCall, body: unknown): unknown[] {
  const list = Array.isArray(body) ? body : Object.values(object(body) ?? {}).find(Array.isArray);
  if (!list)
    throw new ResponseShapeError(`${call.method} ${call.path}: the answer holds no list. ${checkBaseUrl}`);
  return list;
}

function nextPage(body: unknown, count: number, page: number): Record<string, string> | undefined {
  const { next, start, limit, total } = object(body) ?? {};
  if (typeof next === "string" && next !== "") return { from: next };
  if (typeof total === "number" && typeof start === "number") {
    if (start + count >= total) return undefined;
    return { page: String(page + 1), ...(typeof limit === "number" && { per_page: String(limit) }) };
  }
  return Array.isArray(body) ? { page: String(page + 1) } : undefined;
}
