import { randomUUID } from "node:crypto";
import type { Credentials } from "../config/settings.ts";
import { ConfigError } from "../errors.ts";

/** Seconds; an assertion is made for one request and may be used once. */
const lifeSeconds = 60;

/** A client assertion for `private_key_jwt` (RFC 7523, section 3), never the same twice. */
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
      .setExpirationTime(`${lifeSeconds} s`)
      .sign(await importPKCS8(credentials.privateKey, algorithm));
  } catch (error) {
    throw new ConfigError([
      `idm:privateKey (IDM_PRIVATE_KEY): it cannot sign with ${algorithm} (${(error as Error).name}). Check the key and idm:signingAlgorithm (IDM_SIGNING_ALGORITHM).`,
    ]);
  }
}

/** Servers differ in how they name themselves: as issuer or by the token endpoint, with or without the last slash. All are the same server. */
function audiences(authUrl: string): string[] {
  const endpoint = `${authUrl}/oauth/token`;
  return [`${authUrl}/`, authUrl, `${endpoint}/`, endpoint];
}
