// The ids that the service gives to items. The engine prints them as they are, and requests contain them.
import type { ApiCall } from "../client/api-call.ts";
import { quote, segmentProblem } from "../client/path.ts";
import { ResponseShapeError } from "../errors.ts";
import { isVisible } from "../printable.ts";

/** The service gives an item an id that no request can have, or that could steer a terminal. */
export class UnusableIdError extends ResponseShapeError {
  override name = ResponseShapeError.name;
}

/**
 * The id in a response to `call`: a string, or at some services a number. Undefined when there is none, or an empty
 * one. Throws `UnusableIdError`.
 */
export function parseId(
  { method, path }: Pick<ApiCall, "method" | "path">,
  noun: string,
  value: unknown,
): string | undefined {
  if (value === "" || (typeof value !== "string" && typeof value !== "number")) return undefined;
  const id = String(value);
  const problem = idProblem(id) ?? (isExact(value) ? undefined : "it is a number that is not exact");
  if (problem === undefined) return id;
  throw new UnusableIdError(
    `${method} ${path}: the service gives a ${noun} the id ${quote(id)}, which cannot be used: ${problem}`,
    { advice: "Report it to the service's support" },
  );
}

function idProblem(id: string): string | undefined {
  return segmentProblem(id) ?? (isVisible(id) ? undefined : "it has control or invisible characters");
}

/** `parseJson` reads a longer whole number as a string. */
function isExact(value: string | number): boolean {
  return typeof value === "string" || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
