// Which part of a response is the list: docs/service.md, "Lists".
import type { ApiCall } from "../client/api-call.ts";
import { object } from "../client/json.ts";
import { ResponseShapeError } from "../errors.ts";

/** What to do about a response whose JSON is not that of the API. */
export const checkBaseUrl = "Check that idm:baseUrl (IDM_BASE_URL) is the address of the API itself";

/** Keys of arrays that are not the list: what the service has to say about the request, and no name at all. */
const otherKey = /^(errors|warnings|messages|__proto__)$/i;

/**
 * The items of a response: a bare array, the array under the collection's name, or the only array that may hold items.
 * Throws `ResponseShapeError` when there is none, or when it is not clear which one it is.
 */
export function listIn(call: ApiCall, body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const arrays = Object.entries(object(body) ?? {}).filter(([, value]) => Array.isArray(value));
  const named = arrays.find(([key]) => plainName(key) === plainName(call.path));
  if (named) return named[1] as unknown[];
  const lists = arrays.flatMap(([key, value]) => (mayBeList(key, value) ? [value as unknown[]] : []));
  const filled = lists.filter((list) => list.length > 0);
  const [list, another] = filled.length > 0 ? filled : lists;
  if (list && !another) return list;
  const problem = another ? "it is not clear which of its arrays is the list" : "it contains no list";
  throw listError(call, `the response cannot be understood: ${problem}`);
}

function mayBeList(key: string, value: unknown): boolean {
  return !otherKey.test(key) && Array.isArray(value) && value.every((item) => object(item) !== undefined);
}

/** `customdomains` for `/custom-domains`, `custom_domains` and `customDomains`. */
export function plainName(pathOrKey: string): string {
  const last = pathOrKey.slice(pathOrKey.lastIndexOf("/") + 1);
  return last.replace(/[-_.@$]/g, "").toLowerCase();
}

/** The error about a list that cannot be used. */
export function listError(call: ApiCall, problem: string): ResponseShapeError {
  return new ResponseShapeError(`${call.method} ${call.path}: ${problem}. ${checkBaseUrl}`);
}
