// How a response says that its list has more items than it shows: docs/service.md, "Lists".
import type { ResponseHead } from "../client/http.ts";
import { object } from "../client/json.ts";
import { headerText } from "../client/rate-limit-headers.ts";
import { plainName } from "./list-response.ts";

/** What a response says about the length of its list. */
export interface ListLength {
  /** Number of items of the whole list. Undefined when the response does not tell it. */
  readonly total: number | undefined;
  /** The first sign that the list goes on, such as `has_more`. Undefined for none. */
  readonly sign: string | undefined;
}

// Names of fields as `plainName` writes them.
const containers = /^(meta(data)?|responsemetadata|page|pageinfo|paging|pagination|links)$/;
const totals = /^(total|count|(item|record)count|total(count|results|items|elements|records|size))$/;
const pageCounts = /^(pages|pagecount|lastpage|totalpages)$/;
const flags = /^((has)?(more|next|nextpage|moreitems|moreresults)|(is)?truncated|continuation(token)?)$/;
const cursors = /^(odata)?next(cursor|page|pagetoken|token|link|marker|url|uri|href|offset|start|key)$/;

/** `pages` is the number of pages so far, this one included. `cursor` is the `next` that the caller follows. */
export function listLength(
  body: unknown,
  head: ResponseHead | undefined,
  pages: number,
  cursor: unknown,
): ListLength {
  const fields = [...fieldsOf(body, 2)].filter(([, value]) => cursor === undefined || value !== cursor);
  const counts = fields.map(([key, value]) => (totals.test(plainName(key)) ? countOf(value) : undefined));
  const known = [...counts, headerTotal(head)].filter((count) => count !== undefined);
  const field = fields.find(([key, value]) => saysMore(plainName(key), value, pages))?.[0];
  return { total: known.length > 0 ? Math.max(...known) : undefined, sign: headSign(head) ?? field };
}

/** The fields of an object, and those of the objects in it that are about pages. */
function* fieldsOf(value: unknown, depth: number): Generator<[key: string, value: unknown]> {
  for (const [key, field] of Object.entries(object(value) ?? {})) {
    if (depth > 0 && object(field) && containers.test(plainName(key))) yield* fieldsOf(field, depth - 1);
    else yield [key, field];
  }
}

function saysMore(name: string, value: unknown, pages: number): boolean {
  if (pageCounts.test(name)) return (countOf(value) ?? 0) > pages;
  if (name === "links" && Array.isArray(value)) return value.some((link) => object(link)?.rel === "next");
  return (flags.test(name) || cursors.test(name)) && isGiven(value);
}

/** A cursor may be a number or an object. Those that say "none" are null, false, 0 or empty. */
function isGiven(value: unknown): boolean {
  const fields = typeof value === "object" && value !== null ? Object.values(value) : undefined;
  return fields ? fields.some((field) => field === 0 || isSet(field)) : isSet(value);
}

function isSet(value: unknown): boolean {
  return Boolean(value) && value !== "false" && value !== "0";
}

function countOf(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === "number" ? count : undefined;
}

function headerTotal(head: ResponseHead | undefined): number | undefined {
  if (!head) return undefined;
  return countOf(headerText(head.headers, "x-total-count") ?? headerText(head.headers, "x-total"));
}

function headSign(head: ResponseHead | undefined): string | undefined {
  if (head?.status === 206) return "status 206";
  return head && /\brel="?next\b/i.test(headerText(head.headers, "link") ?? "") ? "Link" : undefined;
}
