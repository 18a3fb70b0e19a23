/** A JSON object; undefined for any other value. */
export function object(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
