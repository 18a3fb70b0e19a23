import { createLocalJWKSet, errors, importJWK, type JWTVerifyGetKey, jwtVerify, SignJWT } from "jose";
import { TOKEN_ALGORITHM } from "./identity.ts";
import { Problem } from "./problem.ts";
import type { Identity } from "./records.ts";
import { AUDIENCE } from "./scopes.ts";

/** Checks the `Authorization` header; answers the scopes of the token or throws a 401. */
export type BearerCheck = (header: string | undefined) => Promise<ReadonlySet<string>>;

/** Accepts what the authorisation server of this identity signed for this audience and has not expired. */
export function bearerCheck(identity: Identity): BearerCheck {
  const { d: _private, ...publicKey } = identity.signingKey;
  const keys = createLocalJWKSet({ keys: [publicKey] });
  const verified = new Map<string, Claims>();
  return async (header) => {
    const [, token] = /^Bearer (\S+)$/i.exec(header ?? "") ?? [];
    if (token === undefined)
      throw unauthorized("missing_token", "Missing authentication: a bearer token is needed.");
    // What was verified once can only expire.
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
    const options = { issuer: issuers, audience: AUDIENCE, typ: "at+jwt", algorithms: [TOKEN_ALGORITHM] };
    const { payload } = await jwtVerify<{ scope?: string }>(token, keys, options);
    return { scopes: new Set(payload.scope?.split(" ")), exp: payload.exp ?? 0 };
  } catch (error) {
    throw error instanceof errors.JWTExpired
      ? expiredToken()
      : unauthorized("invalid_token", "Invalid token.");
  }
}

/** The 401 of a token whose time is over. */
export function expiredToken(): Problem {
  return unauthorized("expired_token", "Expired token received for JSON Web Token validation.");
}

function unauthorized(errorCode: string, message: string): Problem {
  const challenge = 'Bearer realm="idm", error="invalid_token"';
  return new Problem(401, errorCode, message, { "www-authenticate": challenge });
}

/** 403 when the token lacks the scope. */
export function requireScope(scopes: ReadonlySet<string>, wanted: string): void {
  if (scopes.has(wanted)) return;
  throw new Problem(403, "insufficient_scope", `Insufficient scope, expected: ${wanted}.`, {
    "www-authenticate": `Bearer realm="idm", error="insufficient_scope", scope="${wanted}"`,
  });
}

/** A token like the ones of the authorisation server, with just these scopes; a negative lifetime is over already. */
export async function signToken(
  identity: Identity,
  scopes: readonly string[],
  lifetimeSeconds: number,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ scope: scopes.join(" "), client_id: identity.client.id })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: "at+jwt", kid: identity.signingKey.kid })
    .setIssuer(identity.issuers.at(-1) ?? "")
    .setAudience(AUDIENCE)
    .setSubject(identity.client.id)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await importJWK(identity.signingKey, TOKEN_ALGORITHM));
}
