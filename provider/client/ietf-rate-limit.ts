import type { HttpHeaders } from "./http.ts";

/** The numbers of one limit. */
export interface IetfLimit {
  readonly limit?: number | undefined;
  readonly windowMs?: number | undefined;
  readonly remaining?: number | undefined;
  /** Seconds from now. */
  readonly reset?: number | undefined;
}

/** No service sends more. */
const maxLength = 2_000;
const maxNumber = Number.MAX_SAFE_INTEGER;

/**
 * Reads the fields of the IETF's "RateLimit header fields for HTTP":
 * `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=100;w=60`. Of several limits, the one with the
 * fewest requests left. Also reads earlier drafts: `RateLimit: limit=100, remaining=50, reset=30`, and
 * `RateLimit-Limit`, `-Remaining` and `-Reset`. Undefined without any of these fields.
 */
export function readIetfFields(headers: HttpHeaders): IetfLimit | undefined {
  const [current, policy] = [fieldOf(headers, "ratelimit"), fieldOf(headers, "ratelimit-policy")];
  const single = (name: string) => numberIn(fieldOf(headers, `ratelimit-${name}`), /^\s*(\d{1,15})/);
  const [limit, remaining, reset] = [single("limit"), single("remaining"), single("reset")];
  if (!current && !policy && (limit ?? remaining ?? reset) === undefined) return undefined;
  if (/^\s*(limit|remaining|reset)=/.test(current)) return namedNumbers(current);
  const tightest = itemsOf(current).sort((a, b) => (a.r ?? maxNumber) - (b.r ?? maxNumber))[0];
  const policies = itemsOf(policy);
  const { q, w } = policies.find(({ name }) => name === tightest?.name) ?? policies[0] ?? {};
  return {
    limit: q ?? limit,
    windowMs: w && w * 1000,
    remaining: tightest?.r ?? remaining,
    reset: tightest?.t ?? reset,
  };
}

function namedNumbers(text: string): IetfLimit {
  const number = (name: string) => numberIn(text, new RegExp(`\\b${name}=(\\d{1,15})`));
  return { limit: number("limit"), remaining: number("remaining"), reset: number("reset") };
}

interface Item {
  readonly name: string;
  readonly r?: number | undefined;
  readonly t?: number | undefined;
  readonly q?: number | undefined;
  readonly w?: number | undefined;
}

/** The items of a list (RFC 9651), each with its parameters. An earlier draft has the quota itself as the item. */
function itemsOf(text: string): Item[] {
  return (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const number = (key: string) =>
      numberIn(parameters.find((parameter) => parameter.startsWith(`${key}=`)) ?? "", /=(\d{1,15})$/);
    return {
      name,
      r: number("r"),
      t: number("t"),
      q: number("q") ?? numberIn(name, /^(\d{1,15})$/),
      w: number("w"),
    };
  });
}

function fieldOf(headers: HttpHeaders, name: string): string {
  return [headers[name] ?? ""].flat().join(",").slice(0, maxLength);
}

function numberIn(text: string, pattern: RegExp): number | undefined {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
