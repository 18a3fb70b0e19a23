import type { Credentials } from "../config/settings.ts";
import type { IdmError } from "../errors.ts";
import { type GrantedToken, isFinalRefusal } from "./token-request.ts";

/** A bearer token. */
export interface AccessToken {
  readonly value: string;
  /** From this time of `Date.now()` on, the next request gets a new token. */
  readonly renewAtMs: number;
  /** It was requested because the service had refused the token before it. */
  readonly isReplacement: boolean;
  /** The service has accepted it. */
  isAccepted: boolean;
  /** The service has refused it at once after another one: no new token would help. */
  isHopeless: boolean;
}

/** A token is renewed when a tenth of its lifetime is left, but at most a minute before it expires. */
const renewalShare = 0.1;
const maxRenewalMs = 60_000;

/** A service may echo a token that was renewed meanwhile. */
const keptTokens = 3;

/** Used when the server names no lifetime. A 401 renews the token earlier. */
const defaultLifetimeSeconds = 3600;

/** The tokens of this process. However many callers wait, one token request runs at a time. */
export class TokenSource {
  /** Whether a new token can replace a refused one. */
  readonly renewable: boolean;
  readonly #requestToken: () => Promise<GrantedToken>;
  #current: AccessToken | undefined;
  /** Why the authorisation server grants no token. Asking again would cost a request for each resource. */
  #refusal: IdmError | undefined;
  #isReplacing = false;
  /** The newest tokens of this process, for redaction. */
  readonly #recent: string[] = [];
  #pending: Promise<AccessToken> | undefined;

  constructor(credentials: Credentials, requestToken: () => Promise<GrantedToken>) {
    this.renewable = credentials.kind !== "access-token";
    this.#requestToken = requestToken;
    if (credentials.kind === "access-token")
      this.#current = this.#newToken(credentials.accessToken, Number.POSITIVE_INFINITY);
  }

  /** The values of the newest tokens, which no message may show. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  /** Whether `token` needs no renewal. */
  isCurrent(token: AccessToken): boolean {
    return this.#current === token && Date.now() < token.renewAtMs;
  }

  /** Returns a valid token. An aborted `signal` ends this wait, not the token request that others wait for. */
  async get(signal: AbortSignal): Promise<AccessToken> {
    if (this.#current && Date.now() < this.#current.renewAtMs) return this.#current;
    signal.throwIfAborted();
    if (this.#refusal) throw this.#refusal;
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = undefined;
    });
    return unlessAborted(signal, this.#pending);
  }

  /**
   * The service has refused this token with a 401; `isSecond`: after it had refused another one for the same request.
   * Returns whether a new token may help. A service that refuses fresh tokens is not sent a new one for each request.
   */
  refused(token: AccessToken, isSecond: boolean): boolean {
    if (isSecond) token.isHopeless = true;
    if (!this.renewable || isSecond || token.isHopeless) return false;
    if (this.#current !== token) return true;
    if (token.isReplacement && !token.isAccepted) return false;
    this.#current = undefined;
    this.#isReplacing = true;
    return true;
  }

  #newToken(value: string, renewAtMs: number): AccessToken {
    const isReplacement = this.#isReplacing;
    this.#isReplacing = false;
    return { value, renewAtMs, isReplacement, isAccepted: false, isHopeless: false };
  }

  async #fetch(): Promise<AccessToken> {
    const granted = await this.#requestToken().catch((error: unknown) => {
      if (isFinalRefusal(error)) this.#refusal = error;
      throw error;
    });
    const { accessToken, requestedAtMs, lifetimeSeconds = defaultLifetimeSeconds } = granted;
    const lifetimeMs = lifetimeSeconds * 1000;
    const renewAtMs = requestedAtMs + lifetimeMs - Math.min(lifetimeMs * renewalShare, maxRenewalMs);
    this.#current = this.#newToken(accessToken, renewAtMs);
    this.#recent.splice(0, this.#recent.length - keptTokens + 1);
    this.#recent.push(accessToken);
    return this.#current;
  }
}

/**
 * The scopes in a JWT access token; undefined for a token that does not say them. For messages: the signature is not
 * verified.
 */
export async function tokenScopes(token: string): Promise<string[] | undefined> {
  const { decodeJwt } = await import("jose");
  try {
    const { scope, permissions } = decodeJwt<{ scope?: unknown; permissions?: unknown }>(token);
    if (scope === undefined && permissions === undefined) return undefined;
    const scopes = typeof scope === "string" ? scope.split(" ") : [];
    const granted = Array.isArray(permissions) ? permissions.map(String) : [];
    return [...new Set([...scopes, ...granted])].filter(Boolean);
  } catch {
    return undefined;
  }
}

async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
