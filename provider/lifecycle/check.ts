import type { z } from "zod";
import { type Failure, type Props, unknownValue } from "./handlers.ts";

/** A rule over several inputs. One that is unknown in a preview, or that breaks the schema, is there as a key, with the value undefined. */
export type Rule<Inputs> = (inputs: Partial<Inputs>) => Failure[];

/** Checks inputs against schema and rules. Never throws; what is unknown in a preview breaks no rule. */
export function checkInputs<S extends z.ZodObject>(
  makeSchema: () => S,
  rules: readonly Rule<z.infer<S>>[],
  news: Props,
): Failure[] {
  const schema = strict(makeSchema);
  const inputs = withoutInternals(news);
  const issues = issuesOf(schema, inputs).filter((issue) => valueAt(inputs, issue.path) !== unknownValue);
  const sound = soundInputs<z.infer<S>>(inputs, new Set(issues.map((issue) => issue.path[0])));
  return [
    ...issues.flatMap((issue) => toFailures(issue, inputs, schema)),
    ...rules.flatMap((rule) => rule(sound)),
  ];
}

/** zod skips a key named `__proto__`, which may be the user's: it is shown to zod under a name that nobody uses. */
const protoAlias = "\0__proto__";

function issuesOf(schema: z.ZodObject, inputs: Props): z.core.$ZodIssue[] {
  const issues = schema.safeParse(withAlias(inputs)).error?.issues ?? [];
  return issues.map((issue) => ({
    ...issue,
    path: issue.path.map((part) => (part === protoAlias ? "__proto__" : part)),
  }));
}

const strictSchemas = new WeakMap<() => z.ZodObject, z.ZodObject>();

/** Kept, because zod compiles a schema at its first use, which takes a hundred times longer than a check. */
function strict(make: () => z.ZodObject): z.ZodObject {
  const kept = strictSchemas.get(make) ?? make().strict();
  strictSchemas.set(make, kept);
  return kept;
}

function withAlias(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAlias);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key === "__proto__" ? protoAlias : key, withAlias(inner)]),
  );
}

/** What rules may look at: an input that is unknown, or breaks the schema, is there with the value undefined. */
function soundInputs<Inputs>(inputs: Props, broken: ReadonlySet<PropertyKey | undefined>): Partial<Inputs> {
  const known = withoutUnknowns(inputs) as Props;
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [key, broken.has(key) ? undefined : value]),
  ) as Partial<Inputs>;
}

/** Keys that the engine adds (`__provider`, `__defaults`) are not inputs. */
export function withoutInternals(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([key]) => !key.startsWith("__")));
}

function toFailures(issue: z.core.$ZodIssue, inputs: Props, schema: z.ZodObject): Failure[] {
  if (issue.code === "unrecognized_keys") {
    const allowed = issue.path.length === 0 ? ` Allowed are ${Object.keys(schema.shape).join(", ")}.` : "";
    return issue.keys.map((key) => ({
      property: propertyPath([...issue.path, key]),
      reason: `is not a property of this resource.${allowed}`,
    }));
  }
  return [{ property: propertyPath(issue.path), reason: sentence(issue, inputs) }];
}

function sentence(issue: z.core.$ZodIssue, inputs: Props): string {
  return valueAt(inputs, issue.path) === undefined ? "is required" : issue.message;
}

/** Pulumi's notation of a path: `a.b[0]["c d"]`. */
export function propertyPath(path: readonly PropertyKey[]): string {
  return path.map((part, index) => pathPart(part, index === 0)).join("");
}

function pathPart(part: PropertyKey, first: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  if (/^[A-Za-z_$][\w$]*$/.test(String(part))) return first ? String(part) : `.${String(part)}`;
  return `[${JSON.stringify(String(part))}]`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
    if (current === unknownValue) return unknownValue;
  }
  return current;
}

function withoutUnknowns(value: unknown): unknown {
  if (value === unknownValue) return undefined;
  if (Array.isArray(value)) return value.map(withoutUnknowns);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutUnknowns(inner)]));
}
