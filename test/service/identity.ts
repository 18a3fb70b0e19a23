import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from "jose";
import { newSecret } from "./ids.ts";

/** The signing key and the clients of the authorisation server. */
export interface Identity {
  signingKey: JWK;
  client: { id: string; secret: string };
  keyClient: { id: string; privateKey: string; keyId: string; algorithm: string };
  /** Every issuer of tokens so far, the newest last: a restart may change the port. */
  issuers: string[];
}

/** Signature algorithm of every access token. */
export const tokenAlgorithm = "ES256";

/** New keys, a client with a secret, and a client with a private key of `keyAlgorithm`. */
export async function newIdentity(keyAlgorithm: string): Promise<Identity> {
  const [token, client] = await Promise.all([
    generateKeyPair(tokenAlgorithm, { extractable: true }),
    generateKeyPair(keyAlgorithm, { extractable: true }),
  ]);
  return {
    signingKey: { ...(await exportJWK(token.privateKey)), kid: "token-1", alg: tokenAlgorithm, use: "sig" },
    client: { id: "stand-in-client", secret: newSecret() },
    keyClient: {
      id: "stand-in-key-client",
      privateKey: await exportPKCS8(client.privateKey),
      keyId: "client-1",
      algorithm: keyAlgorithm,
    },
    issuers: [],
  };
}
