import type { Credentials } from "../config/settings.ts";

/**
 * Replaces secrets in a text that comes from outside, as a service may echo what it receives: the credentials, JSON Web
 * Tokens, and `secret`.
 */
export type Redact = (text: string, secret?: string) => string;

/** In characters. To redact a shorter secret would remove common words from messages. */
const minSecretLength = 6;

/** Creates the function that redacts the secrets of these credentials. */
export function redactor(credentials: Credentials): Redact {
  const ownSecrets = encodings(secretsOf(credentials));
  return (text, secret) =>
    [...ownSecrets, ...(secret ? encodings([secret]) : [])].reduce(
      (rest, value) => rest.replaceAll(value, "[secret]"),
      redactJwts(text),
    );
}

function secretsOf(credentials: Credentials): string[] {
  switch (credentials.kind) {
    case "access-token":
      return [credentials.accessToken];
    case "client-secret":
      return [credentials.clientSecret];
    case "private-key":
      // Line by line, because an echo may drop the line ends. The first and last lines are the same for every key.
      return credentials.privateKey.split(/\r?\n/).filter((line) => !line.startsWith("-----"));
  }
}

/** The secrets as they are, with `+` for spaces, form-encoded, percent-encoded, and escaped as in JSON. */
function encodings(secrets: readonly string[]): string[] {
  const plain = secrets.flatMap((secret) => [secret, secret.replaceAll(" ", "+")]);
  const form = secrets.map((secret) => new URLSearchParams({ "": secret }).toString().slice(1));
  const json = plain.map((secret) => JSON.stringify(secret).slice(1, -1));
  const all = [...plain, ...form, ...secrets.map(encodeURIComponent), ...json];
  return [...new Set(all)].filter((secret) => secret.length >= minSecretLength);
}

/** Replaces everything that looks like a JSON Web Token. */
function redactJwts(text: string): string {
  return text.replace(/eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)*/g, "[token]");
}
