import type { Scope } from "./scopes.ts";

/** How a list answer is shaped: a bare array, `{start, limit, total, <key>}`, or `{<key>, next}`. */
export type ListShape = "array" | "paged" | "next";

/** A token bucket: `perSecond` tokens flow in, at most `burst` are kept. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** What may be set about a stand-in service; everything has a default. */
export interface ServiceOptions {
  /** Default 0, a free port. */
  port?: number;
  /** JSON file that keeps the tenant, its clients and its signing key over restarts; default memory only. */
  stateFile?: string;
  /** Only the four documented operations act; the conventional ones answer 405. */
  documentedOnly?: boolean;
  /** Time from the arrival of an API request, which is acted on at once, to its answer; default 0. */
  latencyMs?: number;
  /** Limit of all API requests together; default none. Token requests do not count. */
  rateLimit?: RateLimit;
  /** The three rate-limit headers on every API answer rather than on 429 alone. */
  rateLimitHeadersAlways?: boolean;
  /** Verify requests a minute of the whole service; default 5. */
  verifyLimit?: number;
  /** `ip:port` of the resolvers that verification asks; with none nothing is ever found. */
  dnsServers?: string[];
  /** A GET of a ready domain looks its record up again, and a vanished one makes it pending. */
  recheckOnRead?: boolean;
  /** Default 3600. */
  tokenLifetimeSeconds?: number;
  /** Scopes that the clients may have; default {@link DEFAULT_SCOPES}. */
  scopes?: Scope[];
  /** Custom domains that the tenant may have; default unlimited. */
  maxDomains?: number;
  /** Default `"array"`. */
  listShape?: ListShape;
  /** Items on a page when nothing is asked, and the most that may be asked; default 50. */
  pageSize?: number;
  /** Fields that the interface does not know, in every resource of an answer. */
  extraFields?: boolean;
  /** Optional fields that have no value come as null rather than not at all. */
  nullFields?: boolean;
  /** Signature algorithm of `keyClient`; default `"ES256"`, which is the fastest to make a key for. */
  keyAlgorithm?: "ES256" | "RS256" | "PS256" | "EdDSA";
}
