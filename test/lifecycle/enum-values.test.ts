import { expect, test } from "vitest";
import * as z from "zod";
import { compare, isAsDeclared, isExactlyAsDeclared } from "../../provider/lifecycle/compare.ts";
import { newEnumValues, withKnownEnumValues } from "../../provider/lifecycle/enum-values.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { openEnum, text } from "../../provider/lifecycle/property-types.ts";
import { shapeOf } from "../../provider/lifecycle/shape.ts";
import { stateAfterRead, stateAfterWrite } from "../../provider/lifecycle/state.ts";

const mode = z.enum(["on", "off"]);
const rule = z.strictObject({ mode, name: text(), level: openEnum("low") });
const type = z.strictObject({
  one: mode.nullable().optional(),
  rules: z.array(rule).optional(),
  byKey: z.record(z.string(), rule).optional(),
});
const shape = shapeOf(type);
const declared = {
  one: "on",
  rules: [{ mode: "off", name: "a", level: "low" }],
  byKey: { "a b": { mode: "on", name: "b", level: "low" } },
};
const answered = {
  one: "new",
  rules: [{ mode: "new", name: "a", level: "low" }],
  byKey: { "a b": { mode: "new", name: "b", level: "low" } },
};

test("enum values that the table does not have are found at any depth", () => {
  expect(newEnumValues(shape, answered)).toEqual([
    { path: ["one"], value: "new" },
    { path: ["rules", 0, "mode"], value: "new" },
    { path: ["byKey", "a b", "mode"], value: "new" },
  ]);
  expect(newEnumValues(shape, { ...declared, one: null })).toEqual([]);
});

test("what is declared takes their place, at any depth", () => {
  expect(withKnownEnumValues(shape, answered, declared)).toEqual(declared);
  expect(withKnownEnumValues(shape, { one: "new" }, { rules: [] })).toEqual({ one: "new" });
  expect(withKnownEnumValues(shape, answered, undefined)).toBe(answered);
});

test("a new value of an open enum, and any other value that differs, stays as it is", () => {
  const other = { rules: [{ mode: "new", name: "other", level: "high" }] };
  expect(withKnownEnumValues(shape, other, declared)).toEqual({
    rules: [{ mode: "off", name: "other", level: "high" }],
  });
});

test("such a value is no difference to what is declared, and exactly it is", () => {
  const property = input(type, "Any.").replaces();
  expect(isAsDeclared(property, declared, answered)).toBe(true);
  expect(isExactlyAsDeclared(property, declared, answered)).toBe(false);
  expect(
    isAsDeclared(property, declared, { ...answered, rules: [{ ...answered.rules[0], name: "x" }] }),
  ).toBe(false);
});

test("such a value of the state replaces nothing, and an update corrects it", () => {
  const inputs = { fixed: input(type, "Fixed.").replaces(), free: input(mode, "Free.").optional().updates() };
  const olds = { fixed: answered, free: "new" };
  expect(compare(inputs, olds, new Set(["fixed", "free"]), { fixed: declared, free: "on" })).toEqual([
    { key: "free", replaces: false, send: { value: "on" } },
  ]);
  const changed = { ...declared, rules: [] };
  expect(compare(inputs, olds, new Set(["fixed"]), { fixed: changed })).toMatchObject([{ replaces: true }]);
});

test("a read keeps what is declared, beside what has changed", () => {
  const inputs = { it: input(type, "It.").updates() };
  const state = stateAfterWrite(inputs, {}, { it: declared });
  expect(stateAfterRead(inputs, { it: answered }, state).it).toEqual(declared);
  const drifted = { ...answered, one: "off" };
  expect(stateAfterRead(inputs, { it: drifted }, state).it).toEqual({ ...declared, one: "off" });
});
