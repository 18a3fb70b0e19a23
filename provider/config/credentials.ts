import { algorithmsFor, keyProblem, parsePrivateKey, signingAlgorithms } from "./private-key.ts";
import type { SettingName } from "./setting-table.ts";
import type { SettingsReader } from "./settings-reader.ts";

/** How the provider authenticates: docs/service.md, "Authentication". */
export type Credentials =
  | { readonly kind: "access-token"; readonly accessToken: string }
  | { readonly kind: "client-secret"; readonly clientId: string; readonly clientSecret: string }
  | {
      readonly kind: "private-key";
      readonly clientId: string;
      /** PKCS #8 in PEM format. */
      readonly privateKey: string;
      /** The `kid` header of the assertion; undefined for none. */
      readonly keyId: string | undefined;
      /** JWS algorithm that the key can sign with, such as `RS256`. */
      readonly algorithm: string;
    };

/** Exactly one of these settings must be set. */
const credentialNames = ["accessToken", "clientSecret", "privateKey"] as const;

/** Used with a private key only. */
const keySettings = ["keyId", "signingAlgorithm", "assertionAudience"] as const;

/** Settings that only make sense together. */
export const credentialSettings: readonly SettingName[] = [...credentialNames, "clientId", ...keySettings];

/** The settings that must not be set beside these. */
export function excludedSettings(given: readonly SettingName[]): readonly SettingName[] {
  if (!credentialNames.some((name) => given.includes(name))) return [];
  const others = credentialNames.filter((name) => !given.includes(name));
  return given.includes("privateKey") ? others : [...others, ...keySettings];
}

/** Adds problems to `reader`. The result is valid only when there are none. */
export function readCredentials(reader: SettingsReader): Credentials {
  const given = credentialNames.filter((name) => reader.string(name) !== undefined);
  const clientId = reader.string("clientId") ?? "";
  if (given.length > 1) reader.conflict(given);
  if (given.length === 0) requireCredentials(reader, clientId);
  else if (!clientId && !given.includes("accessToken"))
    reader.require("clientId", `${given.map((name) => reader.nameOf(name)).join(" and ")} needs it`);
  if (given.includes("privateKey")) return keyCredentials(reader, clientId);
  if (given.length > 0) refuseKeySettings(reader, given);
  if (given.includes("clientSecret"))
    return { kind: "client-secret", clientId, clientSecret: reader.string("clientSecret") ?? "" };
  return { kind: "access-token", accessToken: readAccessToken(reader) };
}

/** The settings that are there say which credential is missing. */
function requireCredentials(reader: SettingsReader, clientId: string): void {
  const [id, secret, key] = (["clientId", "clientSecret", "privateKey"] as const).map((name) =>
    reader.nameOf(name),
  );
  const keySetting = keySettings.find((name) => reader.string(name) !== undefined);
  if (keySetting) reader.require("privateKey", `${reader.nameOf(keySetting)} needs it`);
  else if (clientId) reader.require("clientSecret", `${id} needs it, or ${key}`);
  else reader.require("accessToken", `a bearer token, or ${id} with ${secret} or ${key}`);
  if (keySetting && !clientId) reader.require("clientId", `${key} needs it`);
}

/** Settings of a private key beside another credential are a mistake. */
function refuseKeySettings(reader: SettingsReader, given: readonly SettingName[]): void {
  for (const name of keySettings)
    if (reader.string(name) !== undefined)
      reader.problem(
        name,
        `it is set in the ${reader.placeOf(name)}, but used only with ${reader.nameOf("privateKey")}. That is not set, but ${reader.namesAndPlaces(given)} is`,
      );
}

function readAccessToken(reader: SettingsReader): string {
  const token = reader.string("accessToken") ?? "";
  // A header cannot hold line breaks, and a token with spaces is a mistake.
  if (!/^[\x21-\x7e]*$/.test(token))
    reader.problem("accessToken", "it must be the token alone: one line, no spaces, without the word Bearer");
  return token;
}

function keyCredentials(reader: SettingsReader, clientId: string): Credentials {
  const key = parsePrivateKey(reader.string("privateKey") ?? "");
  if (!key)
    reader.problem(
      "privateKey",
      "it must be an unencrypted private key in PEM format, -----BEGIN PRIVATE KEY----- …",
    );
  const unusable = key && keyProblem(key);
  if (unusable) reader.problem("privateKey", unusable);
  const algorithm = readAlgorithm(reader, unusable ? undefined : key && algorithmsFor(key));
  const privateKey = key ? key.export({ format: "pem", type: "pkcs8" }).toString() : "";
  return { kind: "private-key", clientId, privateKey, keyId: reader.string("keyId"), algorithm };
}

/** `supported` are the algorithms of the key, the default first; undefined when there is no usable key. */
function readAlgorithm(reader: SettingsReader, supported: readonly string[] | undefined): string {
  const wanted = reader.string("signingAlgorithm");
  const allowed = supported ?? signingAlgorithms;
  if (wanted !== undefined && !allowed.includes(wanted))
    reader.problem(
      "signingAlgorithm",
      `it must be ${supported ? "one that the key can sign with" : "one of these"}: ${allowed.join(", ")}`,
    );
  return wanted ?? allowed[0] ?? "";
}
