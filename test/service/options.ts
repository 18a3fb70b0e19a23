import type { Scope } from "./scopes.ts";
import type { TokenBucketOptions } from "./token-bucket.ts";

/**
 * Shape of a list response: a bare array, `{start, limit, total, <key>}`, or `{<key>, next}`. `"endless"` is the last
 * one with a new item and a `next` on every page.
 */
export type ListShape = "array" | "paged" | "next" | "endless";

/** Options of a stand-in service; each has a default. */
export interface ServiceOptions {
  /** Default: the port at the last start with this state file, if it is free; otherwise 0, any free port. */
  port?: number;
  /** JSON file that keeps tenant, clients and signing key across restarts; default none. */
  stateFile?: string;
  /** Whether every operation that the interface does not document is a 405; default false. */
  documentedOnly?: boolean;
  /** Milliseconds from an API request, which takes effect at once, to its response; default 0. */
  latencyMs?: number;
  /** Rate limit of all API requests together; token requests do not count. Default none. */
  rateLimit?: TokenBucketOptions;
  /** Whether `rateLimit` is off for now; a test or the bench may change it at any time. Default false. */
  rateLimitOff?: boolean;
  /** Whether every API response has the three rate-limit headers; default only a 429 has them. */
  rateLimitHeadersAlways?: boolean;
  /** Verify requests a minute, all domains together; default 5. */
  verifyLimit?: number;
  /** DNS servers that verification asks, each `ip:port`; default none, so that no record is ever found. */
  dnsServers?: string[];
  /** Whether a GET of a ready domain looks up its record again; without it the domain is pending. Default false. */
  recheckOnRead?: boolean;
  /** Lifetime of the tokens that the token endpoint issues; default 3600. */
  tokenLifetimeSeconds?: number;
  /** Scopes that the clients may request; default every scope that an operation needs. */
  scopes?: Scope[];
  /** Custom domains that the tenant may have; default no limit. */
  maxDomains?: number;
  /** Shape of list responses; default `"array"`. */
  listShape?: ListShape;
  /** Items of a page by default, and at most; default 50 and 100. */
  pageSize?: number;
  /** Query parameters of lists that are a 400; default none of those that `listQuery` has. */
  refusedListParameters?: readonly string[];
  /** An item as the list with this query shows it, such as without a field; default as a read by its id shows it. */
  listedItem?: (item: Record<string, unknown>, query: Record<string, unknown>) => object;
  /** Whether every item of a response has fields that the interface does not know; default false. */
  extraFields?: boolean;
  /** Whether an optional field without a value is null in responses; default it is missing. */
  nullFields?: boolean;
  /** Responses that leave out optional fields; default none. Reads then leave out those that have a default value. */
  sparse?: readonly ("lists" | "writes" | "reads")[];
  /** Whether the type of a domain is answered in words of the service's own; default false. */
  ownTypes?: boolean;
  /** Signature algorithm of `keyClient`; default `"ES256"`, the fastest to generate a key for. */
  keyAlgorithm?: "ES256" | "RS256" | "PS256" | "EdDSA";
}
