import { z } from "zod";
import type { Definition } from "../../provider/lifecycle/define-resource.ts";

/** What the generators need of a resource's definition. */
export type Documented = Pick<Definition, "type" | "inputs" | "outputs" | "fields">;

/** The part of JSON Schema that the provider's schemas use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Record<string, JsonSchema>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

export function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** The sentence on what a change of the input does. */
export function changeNote(definition: Documented, key: string): string {
  return definition.fields[key]?.onChange === "replace" ? " Changing it replaces the resource." : "";
}
