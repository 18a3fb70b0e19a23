// Values as the engine's protocol writes them: secrets in an envelope, unknown values as a fixed string.
import structMessages, { type Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Props } from "../../lifecycle/handlers.ts";
import { isSecretValue } from "../../lifecycle/secret-envelope.ts";

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
  if (isSecretValue(value)) return unwrapped(value.value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unwrapped(one)])) as T;
}

/** Whether the value is a secret or contains one. */
export function containsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecretValue(value) || Object.values(value).some(containsSecret);
}
