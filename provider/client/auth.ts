import type { Credentials } from "../config/settings.ts";
import type { GrantedToken } from "./token-request.ts";

/** A bearer token. */
export interface AccessToken {
  readonly value: string;
  /** From this time of `Date.now()` on, the next request gets a new token. */
  readonly renewAtMs: number;
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
  /** The newest tokens of this process, for redaction. */
  readonly #recent: string[] = [];
  #pending: Promise<AccessToken> | undefined;

  constructor(credentials: Credentials, requestToken: () => Promise<GrantedToken>) {
    this.renewable = credentials.kind !== "access-token";
    this.#requestToken = requestToken;
    if (credentials.kind === "access-token")
      this.#current = { value: credentials.accessToken, renewAtMs: Number.POSITIVE_INFINITY };
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
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = undefined;
    });
    return unlessAborted(signal, this.#pending);
  }

  /** Forgets the refused token, unless a newer one has replaced it already. */
  drop(refused: AccessToken): void {
    if (this.renewable && this.#current === refused) this.#current = undefined;
  }

  async #fetch(): Promise<AccessToken> {
    const granted = await this.#requestToken();
    const { accessToken, requestedAtMs, lifetimeSeconds = defaultLifetimeSeconds } = granted;
    const lifetimeMs = lifetimeSeconds * 1000;
    const renewAtMs = requestedAtMs + lifetimeMs - Math.min(lifetimeMs * renewalShare, maxRenewalMs);
    this.#current = { value: accessToken, renewAtMs };
    this.#recent.splice(0, this.#recent.length - keptTokens + 1);
    this.#recent.push(accessToken);
    return this.#current;
  }
}

/** The scopes in a JWT access token; undefined for any other token. For messages: the signature is not verified. */
export async function tokenScopes(token: string): Promise<string[] | undefined> {
  const { decodeJwt } = await import("jose");
  try {
    const { scope, permissions } = decodeJwt<{ scope?: unknown; permissions?: unknown }>(token);
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
