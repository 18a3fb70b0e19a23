import type { ServiceOptions } from "./options.ts";

/** How the stand-in service presents the items of a collection. */
export interface Presentable<Item> {
  /** The item as responses show it; default all of it. */
  present?(item: Item, options: ServiceOptions): object;
  /** Fields that a response may lack; with the option `nullFields` they come as null. Default none. */
  optionalFields?: readonly string[];
  /** Fields that a response lacks with the option `sparse`. Default none. */
  sparseFields?: readonly string[];
}

/** The item as responses show it, with the unusual fields that `nullFields` and `extraFields` ask for. */
export function presented<Item extends object>(
  { present, optionalFields = [] }: Presentable<Item>,
  item: Item,
  options: ServiceOptions,
): object {
  return withUnusualFields(present?.(item, options) ?? item, optionalFields, options);
}

/** The record; with `nullFields` it gets null for each missing optional field, with `extraFields` unknown fields. */
export function withUnusualFields(
  record: object,
  optionalFields: readonly string[],
  { nullFields, extraFields }: ServiceOptions,
): object {
  const nulls = nullFields ? Object.fromEntries(optionalFields.map((name) => [name, null])) : {};
  const extra = extraFields ? { unknown_flag: true, unknown_object: { list: [1, "two", null] } } : {};
  return { ...nulls, ...record, ...extra };
}

/** The presented item without the fields that the option `sparse` leaves out of such a response. */
export function thinned(
  record: object,
  kind: NonNullable<ServiceOptions["sparse"]>[number],
  fields: readonly string[],
  { sparse = [] }: ServiceOptions,
): object {
  if (!sparse.includes(kind)) return record;
  const isLeftOut = ([name, value]: [string, unknown]) =>
    fields.includes(name) && (kind !== "reads" || isDefault(value));
  return Object.fromEntries(Object.entries(record).filter((entry) => !isLeftOut(entry)));
}

function isDefault(value: unknown): boolean {
  return value === "" || value === null || value === false || JSON.stringify(value) === "{}";
}
