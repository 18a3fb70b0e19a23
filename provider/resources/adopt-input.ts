import * as z from "zod";
import { input } from "../lifecycle/property.ts";

/**
 * The input `adopt` of resources with a natural key. `what` describes the item that it adopts: `role of exactly this
 * name`.
 */
export function adoptInput(what: string) {
  return input(
    z.boolean(),
    `Adopts an existing ${what} instead of creating one. Used on create only. Destroying the resource deletes the adopted item too.`,
  )
    .optional()
    .providerOnly({ default: false });
}
