import { randomUUID } from "node:crypto";
import type { Credentials, Settings } from "../config.ts";
import { ConfigError } from "../errors.ts";

/** A bearer token and the moments that matter to it, as `Date.now()` tells time. */
export interface AccessToken {
  readonly text: string;
  /** From here on a new one is fetched before the next request. */
  readonly renewAtMs: number;
}

/** Asks the authorisation server with the given form; answers what its JSON holds. */
export type TokenRequest = (
  form: () => Promise<URLSearchParams>,
  signal?: AbortSignal,
) => Promise<{ access_token: string; expires_in?: number | undefined }>;

/** A token is renewed when a tenth of its life is left, a minute at most. */
const renewalShare = 0.1;
const renewalMaxMs = 60_000;

/** The one source of tokens of the process: one token request at a time, whoever asks. */
export class TokenSource {
  readonly #settings: Pick<Settings, "credentials" | "audience" | "authUrl">;
  readonly #requestToken: TokenRequest;
  #current: AccessToken | undefined;
  #pending: Promise<AccessToken> | undefined;

  constructor(settings: Pick<Settings, "credentials" | "audience" | "authUrl">, requestToken: TokenRequest) {
    this.#settings = settings;
    this.#requestToken = requestToken;
    const { credentials } = settings;
    if (credentials.kind === "access-token")
      this.#current = { text: credentials.accessToken, renewAtMs: Number.POSITIVE_INFINITY };
  }

  /** Whether a refused token can be exchanged for a new one. */
  get renewable(): boolean {
    return this.#settings.credentials.kind !== "access-token";
  }

  async get(signal: AbortSignal): Promise<AccessToken> {
    if (this.#current && Date.now() < this.#current.renewAtMs) return this.#current;
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
    const askedAtMs = Date.now();
    const { credentials, audience, authUrl } = this.#settings;
    const answer = await this.#requestToken(() => tokenForm(credentials, audience, authUrl));
    const lifeMs = (answer.expires_in ?? 3600) * 1000;
    const renewAtMs = askedAtMs + lifeMs - Math.min(lifeMs * renewalShare, renewalMaxMs);
    this.#current = { text: answer.access_token, renewAtMs };
    return this.#current;
  }
}

/** The address of the token endpoint (interface section 5). */
export function tokenUrl(authUrl: string): string {
  return `${authUrl}/oauth/token/`;
}

async function tokenForm(
  credentials: Credentials,
  audience: string,
  authUrl: string,
): Promise<URLSearchParams> {
  const form = new URLSearchParams({ grant_type: "client_credentials", audience });
  if (credentials.kind === "client-secret") {
    form.set("client_id", credentials.clientId);
    form.set("client_secret", credentials.clientSecret);
  } else if (credentials.kind === "private-key") {
    form.set("client_id", credentials.clientId);
    form.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    form.set("client_assertion", await signAssertion(credentials, authUrl));
  }
  return form;
}

/** Seconds; an assertion is made for one request and may be used once (RFC 7523). */
const assertionLifeSeconds = 60;

async function signAssertion(
  credentials: Credentials & { kind: "private-key" },
  authUrl: string,
): Promise<string> {
  const { clientId, algorithm, keyId } = credentials;
  const { importPKCS8, SignJWT } = await import("jose");
  const key = await importPKCS8(credentials.privateKey, algorithm).catch((error: Error) => {
    throw new ConfigError([
      `idm:privateKey (IDM_PRIVATE_KEY): it cannot be used as a PKCS #8 key for ${algorithm} (${error.name}). Check the key and idm:signingAlgorithm (IDM_SIGNING_ALGORITHM).`,
    ]);
  });
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(keyId && { kid: keyId }) })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audiences(authUrl))
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${assertionLifeSeconds} s`)
    .sign(key);
}

/** Servers differ in how they name themselves: as issuer or by the token endpoint, with or without the last slash. All are the same server. */
function audiences(authUrl: string): string[] {
  const endpoint = tokenUrl(authUrl);
  return [`${authUrl}/`, authUrl, endpoint, endpoint.slice(0, -1)];
}

/** The scopes that a JWT access token names; undefined when it is not a JWT. Not verified: for messages only. */
export async function tokenScopes(token: string): Promise<string[] | undefined> {
  const { decodeJwt } = await import("jose");
  try {
    const { scope, permissions } = decodeJwt<{ scope?: string; permissions?: string[] }>(token);
    return [
      ...new Set([
        ...(typeof scope === "string" ? scope.split(" ") : []),
        ...(Array.isArray(permissions) ? permissions : []),
      ]),
    ].filter(Boolean);
  } catch {
    return undefined;
  }
}

/** Waits for work that is shared with others: an abort ends the waiting, not the work. */
async function raceWith<T>(signal: AbortSignal, shared: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
