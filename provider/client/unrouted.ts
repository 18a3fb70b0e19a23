import { STATUS_CODES } from "node:http";
import type { HttpResponse } from "./http.ts";
import { errorFields } from "./response-body.ts";

/**
 * What a 404 or 410 says of its cause: `route` when it says that the service does not know the path, `item` when it
 * names what does not exist, undefined when it says neither.
 */
export function causeOf404(response: HttpResponse): "route" | "item" | undefined {
  const { error, message, errorCode } = errorFields(response);
  const said = typeof message === "string" ? message.trim() : "";
  if (routeIsUnknown.some((pattern) => pattern.test(said.slice(0, maxLength)))) return "route";
  if (typeof errorCode === "string" && !codeSaysNothing.test(errorCode)) return "item";
  const name = STATUS_CODES[response.status] ?? "";
  const isName = [name, String(error)].some((text) => text.toLowerCase() === said.toLowerCase());
  return said === "" || isName || saysNothing.test(said) ? undefined : "item";
}

/** In characters; a longer message is not one of these. */
const maxLength = 300;

/** Messages of the usual routers: Fastify, Express, Rails, Go's and Java's frameworks. */
const routeIsUnknown = [
  /^Route (\S+ )?(was )?not found/i,
  /^Cannot (GET|POST|PATCH|DELETE) \//i,
  /^No (route|handler|endpoint|static resource)\b/i,
  /^(Unknown|Invalid|No such) (route|path|endpoint|url)\b/i,
  /^(The )?(route|path|endpoint|url)( \S+)? (was |could )?(not|cannot) /i,
];

/** The name of the status and nothing else, also in a sentence of the usual frameworks. */
const saysNothing =
  /^(404:? )?(the )?(requested )?(page |resource |url )?((was|could) )?not[ _-]?(be )?found( on (the|this) server)?\.?$/i;

const codeSaysNothing = /^(|e?404|not[ _-]?found)$/i;
