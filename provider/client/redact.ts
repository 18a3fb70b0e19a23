import type { Credentials } from "../config/settings.ts";

/** Takes secrets (those of the credentials, and `more`) out of text that came from outside: a service may echo what it was sent. */
export type Redact = (text: string, more?: string) => string;

/** Shorter secrets would take common words out of messages. */
const shortestSecret = 6;

export function redactor(credentials: Credentials): Redact {
  const secrets = spellings(secretsOf(credentials));
  return (text, more) =>
    [...secrets, ...(more ? spellings([more]) : [])].reduce(
      (rest, secret) => rest.replaceAll(secret, "[secret]"),
      withoutTokens(text),
    );
}

function secretsOf(credentials: Credentials): string[] {
  switch (credentials.kind) {
    case "access-token":
      return [credentials.accessToken];
    case "client-secret":
      return [credentials.clientSecret];
    case "private-key":
      // Line by line: an echo may have lost the line ends. The lines that begin and end every key are no secret.
      return credentials.privateKey.split(/\r?\n/).filter((line) => !line.startsWith("-----"));
  }
}

/** As it is, and as a form (also one that is decoded by half) or a JSON text spells it. */
function spellings(secrets: readonly string[]): string[] {
  const plain = secrets.flatMap((secret) => [secret, secret.replaceAll(" ", "+")]);
  const form = secrets.map((secret) => new URLSearchParams({ "": secret }).toString().slice(1));
  const json = plain.map((secret) => JSON.stringify(secret).slice(1, -1));
  const all = [...plain, ...form, ...secrets.map(encodeURIComponent), ...json];
  return [...new Set(all)].filter((secret) => secret.length >= shortestSecret);
}

/** Anything that looks like a JSON Web Token. */
function withoutTokens(text: string): string {
  return text.replace(/eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)*/g, "[token]");
}
