import { z } from "zod";
import type { ServiceOptions } from "./options.ts";

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
export function page<T>(
  key: string,
  items: readonly T[],
  query: z.infer<typeof listQuery>,
  { listShape = "array", pageSize = 50 }: ServiceOptions,
): unknown {
  const limit = Math.min(query.per_page || query.take || pageSize, pageSize);
  const start = query.from === undefined ? (query.page ?? 0) * limit : Number(query.from) || 0;
  const onPage = items.slice(start, start + limit);
  if (listShape === "array" && query.include_totals !== "true") return onPage;
  if (listShape !== "next") return { start, limit, total: items.length, [key]: onPage };
  const end = start + onPage.length;
  return { [key]: onPage, ...(end < items.length && { next: String(end) }) };
}
