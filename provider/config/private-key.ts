import { createPrivateKey, type KeyObject } from "node:crypto";

const rsaAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
const curveAlgorithms: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** Algorithms for signing a client assertion (RFC 7518, section 3.1, and RFC 8037). */
export const signingAlgorithms: readonly string[] = [
  ...rsaAlgorithms,
  ...Object.values(curveAlgorithms),
  "EdDSA",
];

/** RFC 7518, section 3.3. */
const minRsaBits = 2048;

/**
 * Parses a private key in PEM format; undefined when it is encrypted or no key.
 * Also accepts line breaks written as the two characters `\n`, which environment variables often hold.
 */
export function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    return undefined;
  }
}

/** Why no algorithm can sign with `key`: the end of a sentence. Undefined when one can. */
export function keyProblem(key: KeyObject): string | undefined {
  if (algorithmsFor(key).length > 0) return undefined;
  const { modulusLength } = key.asymmetricKeyDetails ?? {};
  return key.asymmetricKeyType === "rsa" && modulusLength !== undefined
    ? `an RSA key must have at least ${minRsaBits} bits, and this one has ${modulusLength}`
    : `it must be a key for one of ${signingAlgorithms.join(", ")}`;
}

/** Algorithms that `key` can sign with, the default first; empty for an unsupported key. */
export function algorithmsFor(key: KeyObject): readonly string[] {
  const { modulusLength = 0, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case "rsa":
      return modulusLength >= minRsaBits ? rsaAlgorithms : [];
    case "ec":
      return curveAlgorithms[namedCurve] ? [curveAlgorithms[namedCurve]] : [];
    case "ed25519":
      return ["EdDSA"];
    default:
      return [];
  }
}
