import type { z } from "zod";
import { Problem } from "./problem.ts";

/** The parsed value of one part of the request; throws a 400 that names the first issue. */
export function validate<T>(schema: z.ZodType<T>, value: unknown, part: "body" | "query" | "path"): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.length ? ` on property ${issue.path.join(".")}` : "";
  throw new Problem(
    400,
    `invalid_${part}`,
    `Payload validation error: ${issue?.message ?? "invalid"}${place} (${part}).`,
  );
}
