import { expect, test } from "vitest";
import { z } from "zod";
import { checkInputs, propertyPath, withoutInternals } from "../../provider/lifecycle/check.ts";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";

const schema = z.object({
  name: z.string("must be text").max(3, "must be short"),
  labels: z.record(z.string(), z.string("must be text").max(3, "must be short")).optional(),
  list: z.array(z.number("must be a number")).optional(),
});

const check = (news: Record<string, unknown>) => checkInputs(() => schema, [], news);

test("sound inputs have no failures, and what the engine adds is no input", () => {
  expect(check({ name: "a", __provider: "shell", __defaults: [] })).toEqual([]);
  expect(withoutInternals({ name: "a", __provider: "shell" })).toEqual({ name: "a" });
});

test("each failure has the path of its property in Pulumi's notation", () => {
  expect(check({ name: "long", labels: { "a b": "long", c: "long" }, list: [1, "two"] })).toEqual([
    { property: "name", reason: "must be short" },
    { property: 'labels["a b"]', reason: "must be short" },
    { property: "labels.c", reason: "must be short" },
    { property: "list[1]", reason: "must be a number" },
  ]);
  expect(propertyPath(["a-b", "c", 0, "d e", '"'])).toBe('["a-b"].c[0]["d e"]["\\""]');
});

test("a missing input is required, an unknown one is named with those that are allowed", () => {
  expect(check({ nmae: "a" })).toEqual([
    { property: "name", reason: "is required" },
    { property: "nmae", reason: "is not a property of this resource. Allowed are name, labels, list." },
  ]);
});

test("values that a preview does not know yet break nothing, at any depth", () => {
  expect(check({ name: unknownValue, labels: unknownValue, list: unknownValue })).toEqual([]);
  expect(check({ name: "a", labels: { b: unknownValue }, list: [unknownValue, 1] })).toEqual([]);
});

test.each(["__proto__", "constructor", "toString"])("a key named %s is checked like any other", (key) => {
  const labels = JSON.parse(`{ ${JSON.stringify(key)}: "long" }`);
  expect(check({ name: "a", labels })).toEqual([{ property: `labels.${key}`, reason: "must be short" }]);
  expect(Object.keys({})).toEqual([]);
});

test("a rule sees unknown and broken inputs as undefined, under their keys", () => {
  const seen: unknown[] = [];
  const rule = (inputs: object) => {
    seen.push(inputs);
    return [{ property: "list", reason: "no" }];
  };
  expect(checkInputs(() => schema, [rule], { name: "long", labels: unknownValue, list: [1] })).toEqual([
    { property: "name", reason: "must be short" },
    { property: "list", reason: "no" },
  ]);
  expect(seen).toEqual([{ name: undefined, labels: undefined, list: [1] }]);
});
