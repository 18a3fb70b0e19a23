import { describe, expect, test } from "vitest";
import { choice, flag, id, listOf, mapOf, object, orNull, text } from "../../provider/client/json.ts";

describe("a value of another kind says nothing", () => {
  test.each([
    ["text", text, [1, true, null, {}, ["a"]]],
    ["flag", flag, ["true", 1, null]],
    ["choice", choice, [1, null, ["ready"]]],
    ["id", id, ["", null, true, {}]],
    ["object", object, [null, [], "a"]],
    ["listOf", listOf(text), [null, {}, "a", [1], ["a", null]]],
    ["mapOf", mapOf(text), [null, [], "a", { a: 1 }, { a: "b", c: null }]],
  ])("%s", (_name, read, values) => {
    expect([undefined, ...values].map((value) => read(value))).toEqual(
      [undefined, ...values].map(() => undefined),
    );
  });
});

test("empty texts, false and empty lists are values", () => {
  expect([text(""), flag(false), listOf(text)([]), mapOf(text)({}), object({})]).toEqual([
    "",
    false,
    [],
    {},
    {},
  ]);
});

test("an id may be a number, and is a text then", () => {
  expect([id(0), id(17), id("cd_1")]).toEqual(["0", "17", "cd_1"]);
});

test("the case of a choice does not matter, and a new one passes", () => {
  expect([choice("READY"), choice("Brand_New")]).toEqual(["ready", "brand_new"]);
});

test("null stays null where it is a value", () => {
  expect([null, undefined, "a", 1].map(orNull(text))).toEqual([null, undefined, "a", undefined]);
  expect(mapOf(orNull(text))({ a: null })).toEqual({ a: null });
});

test.each(["__proto__", "constructor", "toString"])("a key named %s of the user's is kept", (key) => {
  const read = mapOf(text)(JSON.parse(`{ ${JSON.stringify(key)}: "mine" }`));
  expect(Object.entries(read ?? {})).toEqual([[key, "mine"]]);
});
