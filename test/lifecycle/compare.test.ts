import { expect, test } from "vitest";
import * as z from "zod";
import {
  compare,
  defaultOf,
  isAsDeclared,
  isSameValue,
  sameWithout,
} from "../../provider/lifecycle/compare.ts";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { sameHostname, text } from "../../provider/lifecycle/property-types.ts";

const sink = z.strictObject({
  url: text(),
  mode: text().optional(),
  proxy: text().nullable().optional(),
  auth: z.strictObject({ user: text(), realm: text().optional() }).optional(),
});
const property = (type: z.ZodType) => input(type, "Any.").optional().updates();
const hasDeclared = (type: z.ZodType, declared: unknown, actual: unknown) =>
  isAsDeclared(property(type), declared, actual);

test("fields of an object that the program does not declare are not compared, at any depth", () => {
  const actual = { url: "a", mode: "m", auth: { user: "u", realm: "r" } };
  expect(hasDeclared(sink, { url: "a" }, actual)).toBe(true);
  expect(hasDeclared(sink, { url: "a", auth: { user: "u" } }, actual)).toBe(true);
  expect(hasDeclared(z.array(sink), [{ url: "a" }], [actual])).toBe(true);
  expect(hasDeclared(z.record(z.string(), sink), { x: { url: "a" } }, { x: actual })).toBe(true);
});

test("fields that the program declares are compared, at any depth", () => {
  const actual = { url: "a", auth: { user: "u" } };
  expect(hasDeclared(sink, { url: "b" }, actual)).toBe(false);
  expect(hasDeclared(sink, { url: "a", mode: "m" }, actual)).toBe(false);
  expect(hasDeclared(sink, { url: "a", auth: { user: "other" } }, actual)).toBe(false);
  expect(hasDeclared(z.array(sink), [{ url: "b" }], [actual])).toBe(false);
  expect(hasDeclared(z.record(z.string(), sink), { x: { url: "b" } }, { x: actual })).toBe(false);
});

test("a field that is declared as null may be missing in an answer", () => {
  expect(hasDeclared(sink, { url: "a", proxy: null }, { url: "a" })).toBe(true);
  expect(hasDeclared(sink, { url: "a", proxy: null }, { url: "a", proxy: "p" })).toBe(false);
  expect(hasDeclared(sink, { url: "a", mode: undefined }, { url: "a", mode: "m" })).toBe(true);
});

test("arrays have the same items in the same order", () => {
  const list = z.array(text());
  expect(hasDeclared(list, ["a", "b"], ["a", "b"])).toBe(true);
  expect(hasDeclared(list, ["a", "b"], ["b", "a"])).toBe(false);
  expect(hasDeclared(list, ["a"], ["a", "b"])).toBe(false);
  expect(hasDeclared(list, [], {})).toBe(false);
});

test("maps have the same keys, because all of them belong to the user", () => {
  const map = z.record(z.string(), text().nullable());
  expect(hasDeclared(map, { a: "1", b: null }, { b: null, a: "1" })).toBe(true);
  expect(hasDeclared(map, { a: "1" }, { a: "1", b: "2" })).toBe(false);
  expect(hasDeclared(map, { a: "1", b: null }, { a: "1" })).toBe(false);
  expect(hasDeclared(map, { toString: "1" }, {})).toBe(false);
});

test("an object that allows other keys has the same keys", () => {
  const attributes = z.strictObject({ a: z.boolean().optional() }).catchall(z.boolean());
  expect(hasDeclared(attributes, { a: true }, { a: true })).toBe(true);
  expect(hasDeclared(attributes, { a: true }, { a: true, b: true })).toBe(false);
});

test("values of different kinds differ", () => {
  expect(hasDeclared(sink, null, {})).toBe(false);
  expect(hasDeclared(sink, { url: "a" }, undefined)).toBe(false);
  expect(hasDeclared(z.any(), { a: [1] }, { a: [1] })).toBe(true);
  expect(hasDeclared(z.any(), { a: [1] }, { a: [1], b: 2 })).toBe(false);
  expect(hasDeclared(z.number(), 0, "0")).toBe(false);
});

test("the same of a property decides alone", () => {
  const host = input(text(), "Host.").updates({ same: sameHostname });
  expect(isAsDeclared(host, "Login.example.com", "login.EXAMPLE.com")).toBe(true);
  expect(isSameValue(host, "a", "b")).toBe(false);
  const strict = input(sink, "Sink.").updates({ same: (left, right) => left === right });
  expect(isAsDeclared(strict, { url: "a" }, { url: "a", mode: "m" })).toBe(false);
});

test("only own values count: an object of the engine's protocol may have another prototype", () => {
  const declared = Object.assign(Object.create(null), { a: "1" });
  expect(hasDeclared(z.any(), [declared], [{ a: "1" }])).toBe(true);
});

test("a value that is not known yet replaces the resource, unless the table says that only a known one does", () => {
  const replaced = (onlyIfKnown: boolean, before: object, after: unknown) => {
    const inputs = { map: input(z.record(z.string(), text()), "Map.").replaces({ onlyIfKnown }) };
    return compare(inputs, { map: before }, new Set(["map"]), { map: after })[0]?.replaces;
  };
  expect(replaced(false, { a: "1" }, unknownValue)).toBe(true);
  expect(replaced(true, { a: "1" }, unknownValue)).toBe(false);
  expect(replaced(true, { a: "1" }, { a: unknownValue })).toBe(false);
  expect(replaced(true, { a: "1", b: "1" }, { a: unknownValue, b: "2" })).toBe(true);
  expect(replaced(true, { a: "1" }, { a: unknownValue, b: unknownValue })).toBe(true);
});

test("two declared values are compared in full", () => {
  const inputs = { sink: property(sink) };
  const olds = { sink: { url: "a", mode: "m" } };
  expect(compare(inputs, olds, new Set(["sink"]), { sink: { url: "a" } })).toEqual([
    { key: "sink", replaces: false, send: { value: { url: "a" } } },
  ]);
});

test("a newly declared value is not sent when the service has it with more fields", () => {
  const inputs = { sink: property(sink) };
  const olds = { sink: { url: "a", mode: "m" } };
  expect(compare(inputs, olds, new Set(), { sink: { url: "a" } })).toEqual([
    { key: "sink", replaces: false },
  ]);
});

test("a default is a value, or a function of the other inputs", () => {
  const fixed = input(text(), "Fixed.").optional().updates({ default: "x" });
  const computed = input(text(), "Computed.")
    .optional()
    .updates({ default: ({ domain }) => domain });
  expect([fixed, computed, property(text())].map((one) => defaultOf(one, { domain: "d" }))).toEqual([
    "x",
    "d",
    undefined,
  ]);
});

test("sameWithout compares arrays as they are", () => {
  const same = sameWithout(null);
  expect(same({ a: [null] }, { a: [null] })).toBe(true);
  expect(same({ a: [null] }, { a: [] })).toBe(false);
});
