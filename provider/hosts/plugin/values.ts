// Values as the engine's protocol writes them: secrets in an envelope, unknown values as a fixed string.
import structMessages, { type Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type Props, unknownValue } from "../../lifecycle/handlers.ts";
import { isSecretValue } from "../../lifecycle/secret-envelope.ts";

/** The state of a resource, as the engine stores it. Values are as the engine sends them, with envelopes. */
export interface State {
  readonly inputs: Props;
  readonly outputs: Props;
}

/** Properties as the engine sends them, with envelopes. All unknown values are `unknownValue`. */
export function fromStruct(message: Struct | undefined): Props {
  return withOneUnknown(message?.toJavaScript() ?? {}) as Props;
}

/** What stands for an unknown boolean, number, array, asset, archive and object. The engine defines these strings. */
const otherUnknowns = new Set<unknown>([
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

function withOneUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOneUnknown);
  if (typeof value !== "object" || value === null) return otherUnknowns.has(value) ? unknownValue : value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOneUnknown(one)]));
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
