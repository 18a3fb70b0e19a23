import * as z from "zod";
import type { Properties, Property, Table } from "./property.ts";
import type { Collection, CollectionResource, Resource, ResourceTable } from "./resource.ts";
import { tableProblems } from "./table-problems.ts";

/**
 * Defines a resource by its table, and fills in what the table leaves out. Throws an Error that names resource and
 * property when the table contradicts itself.
 */
export function defineResource<const P extends Table>(
  table: ResourceTable<P> & { readonly collection: Collection },
): CollectionResource;
export function defineResource<const P extends Table>(table: ResourceTable<P>): Resource;
export function defineResource(table: ResourceTable): Resource {
  if (typeof tablesAreChecked === "undefined") throwProblems(table);
  const { collection } = table;
  const properties = Object.entries(table.properties);
  const inputs = byName(properties.filter(([, { direction }]) => direction !== "output"));
  let schema: z.ZodObject | undefined;
  return {
    ...table,
    noun: table.noun ?? lowerCaseWords(table.type),
    properties: byName(properties),
    inputs,
    subject: table.subject ?? (collection ? [collection.naturalKey.property] : []),
    rules: table.rules ?? [],
    verbs: table.verbs ?? {},
    get schema() {
      schema ??= schemaOf(inputs);
      return schema;
    },
  } as Resource;
}

/** Set in the bundle only. The build defines every table once, which checks it: the bundle starts 4 ms earlier. */
declare const tablesAreChecked: true | undefined;

function throwProblems(table: ResourceTable): void {
  const problems = tableProblems(table);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** `custom domain` for `CustomDomain` */
function lowerCaseWords(type: string): string {
  return type.replace(/\B[A-Z]/g, " $&").toLowerCase();
}

/** An object without a prototype: a program's key such as `toString` is looked up in it. */
function byName(entries: readonly (readonly [string, Property])[]): Properties {
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

function schemaOf(inputs: Properties): z.ZodObject {
  const types = Object.entries(inputs).map(([name, { type, isOptional }]) => [
    name,
    isOptional ? type.optional() : type,
  ]);
  return z.strictObject(Object.fromEntries(types));
}
