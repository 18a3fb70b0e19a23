import { createPrivateKey, type KeyObject } from "node:crypto";

const rsaAlgorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
const curveAlgorithms: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** The algorithms that a client assertion may be signed with (RFC 7518, section 3.1, and RFC 8037). */
export const signingAlgorithms: readonly string[] = [
  ...rsaAlgorithms,
  ...Object.values(curveAlgorithms),
  "EdDSA",
];

/** RFC 7518, section 3.3. */
const shortestRsaBits = 2048;

/** A private key from PEM text; line ends may be written as `\n`, as environment variables hold them. Undefined where it is none, or encrypted. */
export function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    return undefined;
  }
}

/** What `key` can sign with, the usual one first; empty for a key that no algorithm takes. */
export function algorithmsFor(key: KeyObject): readonly string[] {
  const { modulusLength = 0, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case "rsa":
      return modulusLength >= shortestRsaBits ? rsaAlgorithms : [];
    case "ec":
      return curveAlgorithms[namedCurve] ? [curveAlgorithms[namedCurve]] : [];
    case "ed25519":
      return ["EdDSA"];
    default:
      return [];
  }
}
