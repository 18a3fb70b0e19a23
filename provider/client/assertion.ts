import { randomUUID } from "node:crypto";
import type { Credentials } from "../config/settings.ts";
import { ConfigError } from "../errors.ts";

/** An assertion is signed for one request. A server accepts it once. */
const lifetimeSeconds = 60;

/**
 * Signs a new client assertion for `private_key_jwt` (RFC 7523, section 3).
 * Throws `ConfigError` for a key that cannot sign.
 */
export async function signAssertion(
  credentials: Credentials & { kind: "private-key" },
  authUrl: string,
): Promise<string> {
  const { clientId, algorithm, keyId } = credentials;
  const { importPKCS8, SignJWT } = await import("jose");
  try {
    return await new SignJWT()
      .setProtectedHeader({ alg: algorithm, typ: "JWT", ...(keyId && { kid: keyId }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audiences(authUrl))
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds} s`)
      .sign(await importPKCS8(credentials.privateKey, algorithm));
  } catch (error) {
    throw new ConfigError([
      `idm:privateKey (IDM_PRIVATE_KEY): the key cannot sign with ${algorithm} (${(error as Error).name}). Check the key and idm:signingAlgorithm (IDM_SIGNING_ALGORITHM).`,
    ]);
  }
}

/**
 * The values of `aud` that servers accept: the issuer or the token endpoint, with or without a slash at the end.
 * All of them name the same server.
 */
function audiences(authUrl: string): string[] {
  const endpoint = `${authUrl}/oauth/token`;
  return [`${authUrl}/`, authUrl, `${endpoint}/`, endpoint];
}
