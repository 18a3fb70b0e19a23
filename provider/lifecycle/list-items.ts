import type { ApiCall } from "../client/api-call.ts";
import type { Context } from "./context.ts";
import { pagesOf, type SendPage } from "./list-pages.ts";

/**
 * Reads all items of a list, over all its pages, without those for which `parse` returns undefined. Throws
 * `ResponseShapeError` for a list that cannot be understood.
 */
export async function listItems<Item extends { readonly id: string }>(
  { client, operation }: Pick<Context, "client" | "operation">,
  call: ApiCall,
  wireId: string,
  parse: (item: unknown) => Item | undefined,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  const send: SendPage = (query, onHead) =>
    client.request({ ...call, query: { ...call.query, ...query }, onHead }, operation);
  for await (const { items } of pagesOf({ call, wireId, send }))
    for (const parsed of items.map(parse)) if (parsed) found.set(parsed.id, parsed);
  return [...found.values()];
}
