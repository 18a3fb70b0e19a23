/** A JSON object; undefined for any other value. */
export function object(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

/** A number of fewer digits is always exact. */
const longNumber = /\d{16}/;

/**
 * `JSON.parse`, but a whole number that JavaScript would round is the string of its digits: as an id, the rounded one
 * may be that of another item.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
}

/** `source` is how the text writes a value that is no object. */
function exactNumber(_key: string, value: unknown, context: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(context.source ?? "") ? context.source : value;
}
