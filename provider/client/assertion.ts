import { randomUUID } from "node:crypto";
import type { Credentials, Settings } from "../config/settings.ts";
import { ConfigError } from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import { headerText } from "./rate-limit-headers.ts";
import { readErrorBody } from "./response-body.ts";

/** An assertion is signed for one request. A server accepts it once. */
const lifetimeSeconds = 60;

/** Smaller differences come from the whole seconds of `Date` and from the way of the response. */
const maxClockSkewMs = 5_000;

type KeyCredentials = Credentials & { readonly kind: "private-key" };

/**
 * Signs the client assertions of a process for `private_key_jwt` (RFC 7523, section 3). Each has one audience, so that
 * no other server can use it.
 */
export class AssertionSigner {
  readonly #credentials: KeyCredentials;
  readonly #log: (line: string) => void;
  /** What is left to try as `aud`; the first is used. */
  readonly #audiences: string[];
  /** The authorisation server's clock minus ours; undefined until it mattered. */
  #clockSkewMs: number | undefined;

  constructor(
    { authUrl, assertionAudience }: Settings,
    credentials: KeyCredentials,
    log: (line: string) => void,
  ) {
    this.#credentials = credentials;
    this.#log = log;
    // Issuers are written with a slash at the end or without. Both name the same server.
    this.#audiences = assertionAudience ? [assertionAudience] : [`${authUrl}/`, authUrl];
  }

  /** Throws `ConfigError` for a key that cannot sign. */
  async sign(): Promise<string> {
    const { clientId, algorithm, keyId, privateKey } = this.#credentials;
    const { importPKCS8, SignJWT } = await import("jose");
    const nowSeconds = Math.floor((Date.now() + (this.#clockSkewMs ?? 0)) / 1000);
    try {
      return await new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(keyId && { kid: keyId }) })
        .setIssuer(clientId)
        .setSubject(clientId)
        .setAudience(this.#audiences[0] ?? "")
        .setJti(randomUUID())
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + lifetimeSeconds)
        .sign(await importPKCS8(privateKey, algorithm));
    } catch (error) {
      throw new ConfigError([
        `idm:privateKey (IDM_PRIVATE_KEY): the key cannot sign with ${algorithm} (${(error as Error).name}). Check the key and idm:signingAlgorithm (IDM_SIGNING_ALGORITHM).`,
      ]);
    }
  }

  /** Learns from the refusal of an assertion. Returns whether the next one differs, so that it may be accepted. */
  learn(response: HttpResponse): boolean {
    const { status, headers } = response;
    const { apiCode } = readErrorBody(response, (text) => text);
    if (status !== 401 && apiCode !== "invalid_client") return false;
    return this.#correctClock(headerText(headers, "date")) || this.#nextAudience();
  }

  /** Once: a clock that is still wrong afterwards is not the reason. */
  #correctClock(date: string | undefined): boolean {
    const skewMs = Date.parse(date ?? "") - Date.now();
    if (this.#clockSkewMs !== undefined || !(Math.abs(skewMs) > maxClockSkewMs)) return false;
    this.#clockSkewMs = skewMs;
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    const direction = skewMs > 0 ? "behind" : "ahead of";
    this.#log(
      `warning: The clock of this machine is ${seconds} s ${direction} that of the authorisation server, which refused an assertion. Assertions are signed with the server's time from now on. Set the clock.`,
    );
    return true;
  }

  #nextAudience(): boolean {
    if (this.#audiences.length < 2) return false;
    this.#audiences.shift();
    return true;
  }
}
