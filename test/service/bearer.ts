import { createLocalJWKSet, errors, importJWK, type JWTVerifyGetKey, jwtVerify, SignJWT } from "jose";
import { type Identity, tokenAlgorithm } from "./identity.ts";
import { Problem } from "./problem.ts";
import { managementAudience } from "./scopes.ts";

/** Returns the scopes of the token in the `Authorization` header; throws a 401 when it is not valid. */
export type BearerCheck = (header: string | undefined) => Promise<ReadonlySet<string>>;

/** Accepts unexpired tokens that the authorisation server of this identity signed for the management API. */
export function bearerCheck(identity: Identity): BearerCheck {
  const { d: _private, ...publicKey } = identity.signingKey;
  const keys = createLocalJWKSet({ keys: [publicKey] });
  const verified = new Map<string, Claims>();
  return async (header) => {
    const [, token] = /^Bearer (\S+)$/i.exec(header ?? "") ?? [];
    if (token === undefined)
      throw unauthorized("missing_token", "Missing authentication: a bearer token is required.");
    // The signature of a known token needs no second check; its expiry does.
    const claims = verified.get(token) ?? (await claimsOf(token, keys, identity.issuers));
    verified.set(token, claims);
    if (claims.exp <= Date.now() / 1000) throw expiredToken();
    return claims.scopes;
  };
}

interface Claims {
  readonly scopes: ReadonlySet<string>;
  /** UNIX time in seconds. */
  readonly exp: number;
}

async function claimsOf(token: string, keys: JWTVerifyGetKey, issuers: string[]): Promise<Claims> {
  try {
    const options = {
      issuer: issuers,
      audience: managementAudience,
      typ: "at+jwt",
      algorithms: [tokenAlgorithm],
    };
    const { payload } = await jwtVerify<{ scope?: string }>(token, keys, options);
    return { scopes: new Set(payload.scope?.split(" ")), exp: payload.exp ?? 0 };
  } catch (error) {
    throw error instanceof errors.JWTExpired
      ? expiredToken()
      : unauthorized("invalid_token", "Invalid token.");
  }
}

/** The 401 for an expired token. */
export function expiredToken(): Problem {
  return unauthorized("expired_token", "Expired token received for JSON Web Token validation.");
}

function unauthorized(errorCode: string, message: string): Problem {
  const challenge = 'Bearer realm="idm", error="invalid_token"';
  return new Problem(401, errorCode, message, { "www-authenticate": challenge });
}

/** Throws a 403 when the token lacks the scope. */
export function requireScope(scopes: ReadonlySet<string>, required: string): void {
  if (scopes.has(required)) return;
  throw new Problem(403, "insufficient_scope", `Insufficient scope, expected: ${required}.`, {
    "www-authenticate": `Bearer realm="idm", error="insufficient_scope", scope="${required}"`,
  });
}

/** An access token with exactly these scopes; with a negative lifetime it has already expired. */
export async function signToken(
  identity: Identity,
  scopes: readonly string[],
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ scope: scopes.join(" "), client_id: identity.client.id })
    .setProtectedHeader({ alg: tokenAlgorithm, typ: "at+jwt", kid: identity.signingKey.kid })
    .setIssuer(identity.issuers.at(-1) ?? "")
    .setAudience(managementAudience)
    .setSubject(identity.client.id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await importJWK(identity.signingKey, tokenAlgorithm));
}
