import type { z } from "zod";
import type { ServiceOptions } from "./options.ts";
import type { listQuery } from "./schemas.ts";

/** One page of a list in the shape that the options ask for; a bare array gives way to a wish for the total. */
export function page<T>(
  key: string,
  items: readonly T[],
  query: z.infer<typeof listQuery>,
  { listShape = "array", pageSize = 50 }: ServiceOptions,
): unknown {
  const limit = Math.min(query.per_page || query.take || pageSize, pageSize);
  const start = query.from === undefined ? (query.page ?? 0) * limit : Number(query.from) || 0;
  const shown = items.slice(start, start + limit);
  if (listShape === "array" && query.include_totals !== "true") return shown;
  if (listShape !== "next") return { start, limit, total: items.length, [key]: shown };
  const end = start + shown.length;
  return { [key]: shown, ...(end < items.length && { next: String(end) }) };
}
