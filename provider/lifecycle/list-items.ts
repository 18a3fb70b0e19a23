import type { ApiCall } from "../client/api-call.ts";
import type { Context, RemoteItem } from "./context.ts";
import { pagesOf } from "./list-pages.ts";
import { listError } from "./list-response.ts";

/**
 * Reads all items of a list, over all its pages. Throws `ResponseShapeError` for a list that cannot be understood, or
 * that ends before it has shown as many items as it says.
 */
export async function listItems(
  { client, operation }: Pick<Context, "client" | "operation">,
  call: ApiCall,
  parse: (item: unknown) => RemoteItem,
): Promise<RemoteItem[]> {
  const found = new Map<string, RemoteItem>();
  const pages = pagesOf(call, (query) =>
    client.request({ ...call, query: { ...call.query, ...query } }, operation),
  );
  for await (const { items, pagesLeft } of pages) {
    const before = found.size;
    for (const item of items) {
      const parsed = parse(item);
      found.set(parsed.id, parsed);
    }
    if (found.size > before) continue;
    if (pagesLeft) throw listError(call, "the list says that it has more items, but a page has no new one");
    break;
  }
  return [...found.values()];
}
