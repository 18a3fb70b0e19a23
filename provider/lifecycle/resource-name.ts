import type { Props } from "./handlers.ts";

/**
 * The name of the resource in the program: the end of the URN that the SDK sends as a hidden input. Undefined for
 * inputs without it, and in a refresh or a delete, which get no inputs.
 */
export function nameInProgram({ __resource: urn }: Props): string | undefined {
  const name = typeof urn === "string" ? urn.split("::").slice(3).join("::") : "";
  return name === "" ? undefined : name;
}
