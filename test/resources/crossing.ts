import type { Props } from "../../provider/lifecycle/handlers.ts";

/** The engine's protocol marks a secret with this key. The engine passes the value unmarked to a dynamic provider. */
const secretKey = "4dabf18193072939515e22adb298388d";

/** Names of the outputs that a handler has marked as secret. */
export function markedSecrets(outputs: Props): string[] {
  return Object.keys(outputs).filter((name) => Object.hasOwn(Object(outputs[name]), secretKey));
}

/** A copy as the engine's protocol passes it on, with secrets unmarked. Throws for `undefined`, dates and numbers that are not finite. */
export function crossing(props: Props): Props {
  return copy(props, "properties") as Props;
}

function copy(value: unknown, place: string): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((inner, index) => copy(inner, `${place}[${index}]`));
  if (typeof value === "object" && isPlain(value)) {
    if (Object.hasOwn(value, secretKey)) return copy((value as { value: unknown }).value, place);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, copy(inner, `${place}.${key}`)]),
    );
  }
  throw new TypeError(`the engine's protocol cannot carry ${place}: ${String(value)}`);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
