import { z } from "zod";
import type { ServiceOptions } from "./options.ts";
import { Problem } from "./problem.ts";

const count = z.coerce.number().int().min(0).optional();

/**
 * Query of every list: a page by number (`page`, `per_page`) or by cursor (`from`, `take`), and whether to include
 * totals.
 */
export const listQuery = z.strictObject({
  page: count,
  per_page: count,
  from: z.string().optional(),
  take: count,
  include_totals: z.enum(["true", "false"]).optional(),
});

/** One page of a list, in the shape of `listShape`. `include_totals` turns a bare array into the `"paged"` shape. */
export function page(
  key: string,
  items: readonly object[],
  query: z.infer<typeof listQuery>,
  options: ServiceOptions,
): unknown {
  refuse(query, options);
  const { listShape = "array", pageSize, listedItem = (item) => item } = options;
  const limit = Math.min(query.per_page || query.take || (pageSize ?? 50), pageSize ?? 100);
  const start = query.from === undefined ? (query.page ?? 0) * limit : Number(query.from) || 0;
  const onPage = items
    .slice(start, start + limit)
    .map((item) => listedItem(item as Record<string, unknown>, query));
  if (listShape === "array" && query.include_totals !== "true") return onPage;
  if (listShape === "endless")
    return { [key]: [...onPage, inventedItem(start)], next: String(start + limit) };
  if (listShape !== "next") return { start, limit, total: items.length, [key]: onPage };
  const end = start + onPage.length;
  return { [key]: onPage, ...(end < items.length && { next: String(end) }) };
}

function refuse(query: object, { refusedListParameters = [] }: ServiceOptions): void {
  const refused = Object.keys(query).find((name) => refusedListParameters.includes(name));
  if (refused !== undefined)
    throw new Problem(400, "invalid_query", `Query validation error: additional property ${refused}.`);
}

/** Has the id field of every collection. */
function inventedItem(start: number): object {
  const id = `invented_${start}`;
  return { id, custom_domain_id: id, name: id, domain: `${start}.example.com` };
}
