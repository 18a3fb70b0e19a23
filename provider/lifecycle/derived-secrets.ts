import type { Props } from "./handlers.ts";
import { secretNamesIn } from "./hidden.ts";
import type { Resource } from "./resource.ts";
import { leavesOf, secretsIn } from "./secrets.ts";

/** In characters. A shorter secret is part of too many values: only an equal value is derived from it. */
const minPartLength = 6;

/**
 * The names of the outputs that the service derived from a secret of this state: those that contain its value at any
 * depth, such as the DNS records of a secret domain, and those that the table names (`secretWith`).
 */
export function derivedSecretsOf(resource: Resource, state: Props): string[] {
  const marked = secretNamesIn(state);
  const secrets = secretsIn(resource, [state]).map((secret) => secret.toLowerCase());
  if (secrets.length === 0) return [];
  const names = Object.keys(state).filter((name) => resource.properties[name] && !marked.includes(name));
  return names.filter((name) => leavesOf(state[name]).some((leaf) => secrets.some(isPartOf(leaf))));
}

function isPartOf(value: string): (secret: string) => boolean {
  const text = value.toLowerCase();
  return (secret) => (secret.length < minPartLength ? text === secret : text.includes(secret));
}
