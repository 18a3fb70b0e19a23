import { expect, test } from "vitest";
import * as z from "zod";
import { checkInputs, propertyPath } from "../../provider/lifecycle/check.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import { type Props, unknownValue } from "../../provider/lifecycle/handlers.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { withoutHidden } from "../../provider/lifecycle/props.ts";
import type { Rule } from "../../provider/lifecycle/resource.ts";

const short = () => z.string().refine((value) => value.length <= 3, "must be short");

const tableWith = (rules: readonly Rule<Props>[] = []) =>
  defineResource({
    type: "Thing",
    description: "A thing.",
    properties: {
      name: input(short(), "Name.").updates(),
      labels: input(z.record(z.string(), short()), "Labels.").optional().updates(),
      list: input(z.array(z.number()), "Numbers.").optional().updates(),
      place: input(z.strictObject({ room: z.boolean().optional().describe("Room.") }), "Place.")
        .optional()
        .updates(),
    },
    rules,
    verbs: { create: () => expect.fail("a check creates nothing") },
  });

const check = (news: Props) => checkInputs(tableWith(), news);

test("valid inputs have no failures, and hidden properties are not inputs", () => {
  expect(check({ name: "a", __provider: "shell", __defaults: [] })).toEqual([]);
  expect(withoutHidden({ name: "a", __provider: "shell" })).toEqual({ name: "a" });
});

test("a hidden key that is neither Pulumi's nor the provider's is a mistake", () => {
  expect(check({ name: "a", __secrets: ["name"], __declared: [], __provdier: "shell" })).toEqual([
    {
      property: "__provdier",
      reason: "is not a property of this resource. Allowed are name, labels, list, place.",
    },
  ]);
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

test("a missing input is required, and an unknown one is refused with the list of inputs", () => {
  expect(check({ nmae: "a" })).toEqual([
    { property: "name", reason: "is required" },
    {
      property: "nmae",
      reason: "is not a property of this resource. Allowed are name, labels, list, place.",
    },
  ]);
});

test("values that are unknown in a preview pass, at any depth", () => {
  expect(check({ name: unknownValue, labels: unknownValue, list: unknownValue })).toEqual([]);
  expect(check({ name: "a", labels: { b: unknownValue }, list: [unknownValue, 1] })).toEqual([]);
});

test.each(["constructor", "toString"])("a key named %s is checked like any other", (key) => {
  const labels = JSON.parse(`{ ${JSON.stringify(key)}: "long" }`);
  expect(check({ name: "a", labels })).toEqual([{ property: `labels.${key}`, reason: "must be short" }]);
  expect(Object.keys({})).toEqual([]);
});

test("a rule gets undefined for unknown and invalid inputs", () => {
  const seen: unknown[] = [];
  const rule = (inputs: object) => {
    seen.push(inputs);
    return [{ property: "list", reason: "no" }];
  };
  expect(checkInputs(tableWith([rule]), { name: "long", labels: unknownValue, list: [1] })).toEqual([
    { property: "name", reason: "must be short" },
    { property: "list", reason: "no" },
  ]);
  expect(seen).toEqual([{ name: undefined, labels: undefined, list: [1] }]);
});

test("an unknown key of a nested object is refused with its path", () => {
  expect(check({ name: "a", place: { rom: true } })).toEqual([
    { property: "place.rom", reason: "is not a property of place. Allowed are room." },
  ]);
});

test("a value of another type is refused with the type that it must have", () => {
  expect(check({ name: "a", place: { room: "yes" }, labels: [], list: {} })).toEqual([
    { property: "labels", reason: "must be an object" },
    { property: "list", reason: "must be an array" },
    { property: "place.room", reason: "must be true or false" },
  ]);
});
