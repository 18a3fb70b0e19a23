import type { Credentials } from "../config.ts";

/** Takes secrets out of text that came from outside (an error message of the service may echo them). */
export type Redact = (text: string) => string;

/** Shorter secrets would take common words out of messages. */
const shortestSecret = 6;

export function redactor(credentials: Credentials): Redact {
  const secrets = secretsOf(credentials).filter((secret) => secret.length >= shortestSecret);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), withoutTokens(text));
}

function secretsOf(credentials: Credentials): string[] {
  if (credentials.kind === "access-token") return [credentials.accessToken];
  return [credentials.kind === "client-secret" ? credentials.clientSecret : credentials.privateKey];
}

/** Anything that looks like a JSON Web Token. */
function withoutTokens(text: string): string {
  return text.replace(/eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, "[token]");
}
