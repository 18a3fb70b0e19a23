// Values as the engine's protocol writes them: secrets in an envelope, unknown values as a fixed string.
import structMessages, { type Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Props } from "../../lifecycle/handlers.ts";

/** The key that marks an envelope, and its value for a secret. The engine defines both. */
const envelopeKey = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Properties as the engine sends them, with envelopes. */
export function fromStruct(message: Struct | undefined): Props {
  return (message?.toJavaScript() ?? {}) as Props;
}

/** The message that holds these properties. A property that is undefined is left out. */
export function toStruct(props: Props): Struct {
  const defined = Object.entries(props).filter(([, value]) => value !== undefined);
  return structMessages.Struct.fromJavaScript(Object.fromEntries(defined) as never);
}

/** A value without the envelopes around its secrets, at any depth. */
export function unwrapped<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unwrapped) as T;
  const { value: inner, ...rest } = value as Props;
  if (rest[envelopeKey] === secretMark) return unwrapped(inner) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unwrapped(one)])) as T;
}

/** Puts a value into the envelope of a secret. */
export function secret(value: unknown): Props {
  return { [envelopeKey]: secretMark, value };
}

/** Whether the value is a secret or contains one. */
export function containsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ((value as Props)[envelopeKey] === secretMark) return true;
  return Object.values(value).some(containsSecret);
}
