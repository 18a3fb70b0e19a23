import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { newSecret } from "./ids.ts";
import type { Identity } from "./records.ts";

/** Algorithm of every access token. */
export const TOKEN_ALGORITHM = "ES256";

/** Fresh keys, a client with a secret and a client with a private key of `keyAlgorithm`. */
export async function newIdentity(keyAlgorithm: string): Promise<Identity> {
  const [token, client] = await Promise.all([
    generateKeyPair(TOKEN_ALGORITHM, { extractable: true }),
    generateKeyPair(keyAlgorithm, { extractable: true }),
  ]);
  return {
    signingKey: { ...(await exportJWK(token.privateKey)), kid: "token-1", alg: TOKEN_ALGORITHM, use: "sig" },
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
