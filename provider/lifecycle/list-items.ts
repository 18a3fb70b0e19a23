import type { ApiCall } from "../client/api-call.ts";
import { object } from "../client/json.ts";
import { ResponseShapeError } from "../errors.ts";
import type { Context, RemoteItem } from "./context.ts";
import { checkBaseUrl } from "./item-requests.ts";

/**
 * Far above any tenant's number of roles or domains. It ends the loop when the service never says that the list ends.
 */
const maxPages = 1_000;

/**
 * Reads all items of a list, over all its pages (docs/service.md, "Lists"). A response is a bare array, or an object
 * with an array and either `next` (a cursor, sent back as `from`) or `start`, `limit` and `total` (the next page is
 * requested with `page`). A bare array does not say whether there are more pages: they are requested until one
 * contains nothing new, which is empty, or the same again from a service without pages. Throws `ResponseShapeError`
 * for a response without an array.
 */
export async function listItems(
  { client, operation }: Context,
  call: ApiCall,
  parse: (item: unknown) => RemoteItem,
): Promise<RemoteItem[]> {
  const found = new Map<string, RemoteItem>();
  let query: Record<string, string> | undefined = {};
  for (let page = 0; query && page < maxPages; page++) {
    const body = await client.request({ ...call, query: { ...call.query, ...query } }, operation);
    const items = itemsOf(call, body);
    const before = found.size;
    for (const item of items.map(parse)) found.set(item.id, item);
    query = found.size > before ? nextPage(body, items.length, page) : undefined;
  }
  return [...found.values()];
}

function itemsOf(call: ApiCall, body: unknown): unknown[] {
  const list = Array.isArray(body) ? body : Object.values(object(body) ?? {}).find(Array.isArray);
  if (!list)
    throw new ResponseShapeError(
      `${call.method} ${call.path}: the response contains no list. ${checkBaseUrl}`,
    );
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
