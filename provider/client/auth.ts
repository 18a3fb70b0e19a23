import type { Credentials } from "../config/settings.ts";
import type { Token } from "./token-request.ts";

/** A bearer token and the moments that matter to it, as `Date.now()` tells time. */
export interface AccessToken {
  readonly text: string;
  /** From here on a new one is fetched before the next request. */
  readonly renewAtMs: number;
}

/** A token is renewed when a tenth of its life is left, a minute at most. */
const renewalShare = 0.1;
const renewalMaxMs = 60_000;

/** Where the server does not say how long a token lives; a 401 renews it earlier. */
const assumedLifeSeconds = 3600;

/** The one source of tokens of the process: one token request at a time, whoever asks. */
export class TokenSource {
  /** Whether a refused token can be exchanged for a new one. */
  readonly renewable: boolean;
  readonly #requestToken: () => Promise<Token>;
  #current: AccessToken | undefined;
  #pending: Promise<AccessToken> | undefined;

  constructor(credentials: Credentials, requestToken: () => Promise<Token>) {
    this.renewable = credentials.kind !== "access-token";
    this.#requestToken = requestToken;
    if (credentials.kind === "access-token")
      this.#current = { text: credentials.accessToken, renewAtMs: Number.POSITIVE_INFINITY };
  }

  /** Rejects with the signal's reason when that is aborted; others that wait get the token all the same. */
  async get(signal: AbortSignal): Promise<AccessToken> {
    if (this.#current && Date.now() < this.#current.renewAtMs) return this.#current;
    signal.throwIfAborted();
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = undefined;
    });
    return raceWith(signal, this.#pending);
  }

  /** Forgets `refused`, unless a newer token has taken its place already. */
  drop(refused: AccessToken): void {
    if (this.renewable && this.#current === refused) this.#current = undefined;
  }

  async #fetch(): Promise<AccessToken> {
    const { text, askedAtMs, lifeSeconds = assumedLifeSeconds } = await this.#requestToken();
    const lifeMs = lifeSeconds * 1000;
    const renewAtMs = askedAtMs + lifeMs - Math.min(lifeMs * renewalShare, renewalMaxMs);
    this.#current = { text, renewAtMs };
    return this.#current;
  }
}

/** The scopes that a JWT access token names; undefined when it is not a JWT. Not verified: for messages only. */
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

/** Waits for work that is shared with others: an abort ends the waiting, not the work. */
async function raceWith<T>(signal: AbortSignal, shared: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
