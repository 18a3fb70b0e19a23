import type { ServiceOptions } from "./options.ts";

/** A record as the tenant shows it: with nulls for the optional fields it lacks, and with unknown fields, if asked for. */
export function present(record: object, optional: readonly string[], options: ServiceOptions): object {
  const nulls = options.nullFields ? Object.fromEntries(optional.map((name) => [name, null])) : {};
  const extra = options.extraFields ? { unknown_flag: true, unknown_object: { list: [1, "two", null] } } : {};
  return { ...nulls, ...record, ...extra };
}
