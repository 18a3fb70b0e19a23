import type { Props } from "./handlers.ts";

/** The key that marks an envelope, and its value for a secret. The engine defines both. */
const envelopeKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** A secret as the engine's protocol writes it. */
export function secretValue(value: unknown): Props {
  return { [envelopeKey]: secretMark, value };
}

/** Whether the value is a secret in its envelope. */
export function isSecretValue(value: unknown): value is { readonly value: unknown } {
  return typeof value === "object" && value !== null && (value as Props)[envelopeKey] === secretMark;
}
