import { algorithmsFor, parsePrivateKey, signingAlgorithms } from "./private-key.ts";
import { nameOf, type SettingsReader } from "./settings-reader.ts";

/** How the provider authenticates; exactly one of the three (interface section 5). */
export type Credentials =
  | { readonly kind: "access-token"; readonly accessToken: string }
  | { readonly kind: "client-secret"; readonly clientId: string; readonly clientSecret: string }
  | {
      readonly kind: "private-key";
      readonly clientId: string;
      /** PKCS #8 in PEM. */
      readonly privateKey: string;
      readonly keyId: string | undefined;
      readonly algorithm: string;
    };

/** What proves who the provider is; one of them must be set. */
const proofs = ["accessToken", "clientSecret", "privateKey"] as const;

/** Reports what is wrong to `reader`; the answer counts only where nothing is. */
export function readCredentials(reader: SettingsReader): Credentials {
  const given = proofs.filter((key) => reader.text(key) !== undefined);
  const clientId = reader.text("clientId") ?? "";
  if (given.length > 1) reader.contradiction(given);
  if (given.length === 0) noProof(reader, clientId);
  else if (!clientId && !given.includes("accessToken"))
    reader.missing("clientId", `it goes with ${given.map(nameOf).join(" and ")}`);
  if (!given.includes("privateKey")) idleKeySettings(reader);
  if (given.includes("privateKey")) return keyCredentials(reader, clientId);
  if (given.includes("clientSecret"))
    return { kind: "client-secret", clientId, clientSecret: reader.text("clientSecret") ?? "" };
  return { kind: "access-token", accessToken: readAccessToken(reader) };
}

function noProof(reader: SettingsReader, clientId: string): void {
  const [secret, key] = [nameOf("clientSecret"), nameOf("privateKey")];
  if (clientId) reader.missing("clientSecret", `it (or ${key}) goes with ${nameOf("clientId")}`);
  else reader.missing("accessToken", `a bearer token, or ${nameOf("clientId")} with ${secret} or ${key}`);
}

/** A key without its settings is a mistake, and so are the settings without their key. */
function idleKeySettings(reader: SettingsReader): void {
  for (const key of ["keyId", "signingAlgorithm"])
    if (reader.text(key) !== undefined)
      reader.problem(key, `it goes with ${nameOf("privateKey")}, which is not set`);
}

function readAccessToken(reader: SettingsReader): string {
  const token = reader.text("accessToken") ?? "";
  // Blanks, line ends and the like could not be sent in a header.
  if (!/^[\x21-\x7e]*$/.test(token))
    reader.problem("accessToken", "it must be the token alone: one line, no blanks, not the word Bearer");
  return token;
}

function keyCredentials(reader: SettingsReader, clientId: string): Credentials {
  const key = parsePrivateKey(reader.text("privateKey") ?? "");
  if (!key) reader.problem("privateKey", "it must be an unencrypted PEM text, -----BEGIN PRIVATE KEY----- …");
  const algorithm = readAlgorithm(reader, key && algorithmsFor(key));
  const privateKey = key ? key.export({ format: "pem", type: "pkcs8" }).toString() : "";
  return { kind: "private-key", clientId, privateKey, keyId: reader.text("keyId"), algorithm };
}

/** `fitting` are the algorithms that the key can sign with, best known first; undefined where the key could not be read. */
function readAlgorithm(reader: SettingsReader, fitting: readonly string[] | undefined): string {
  const wanted = reader.text("signingAlgorithm");
  const allowed = fitting ?? signingAlgorithms;
  if (allowed.length === 0)
    reader.problem("privateKey", `it must be a key for one of ${signingAlgorithms.join(", ")}`);
  else if (wanted !== undefined && !allowed.includes(wanted))
    reader.problem(
      "signingAlgorithm",
      `it must be ${fitting ? "one that the key can sign with" : "one of these"}: ${allowed.join(", ")}`,
    );
  return wanted ?? allowed[0] ?? "";
}
