import { expect, test } from "vitest";
import * as z from "zod";
import { secret, text, writeOnly } from "../../provider/lifecycle/property-types.ts";
import { shapeOf } from "../../provider/lifecycle/shape.ts";
import { withoutWriteOnly, withWriteOnly } from "../../provider/lifecycle/write-only.ts";

const token = secret(writeOnly(text()));
const auth = z.strictObject({ token });
const sink = z.strictObject({ url: text(), token: token.optional(), auth: auth.optional() });
const sinks = z.array(sink);
const byName = z.record(z.string(), sink);

const keep = (type: z.ZodType, answered: unknown, known: unknown) =>
  withWriteOnly(shapeOf(type), answered, known);
const strip = (type: z.ZodType, value: unknown) => withoutWriteOnly(shapeOf(type), value);

test("write-only values are kept at their places, beside what is answered", () => {
  const known = { url: "old", token: "t", auth: { token: "a" } };
  const kept = { url: "new", token: "t", auth: { token: "a" } };
  expect(keep(token, undefined, "t")).toBe("t");
  expect(keep(sink, { url: "new", auth: {} }, known)).toEqual(kept);
  expect(keep(sinks, [{ url: "new", auth: {} }], [known])).toEqual([kept]);
  expect(keep(byName, { x: { url: "new", auth: {} } }, { x: known })).toEqual({ x: kept });
});

test("an object of nothing but write-only values is kept when the answer does not have it", () => {
  const known = { url: "a", auth: { token: "t" } };
  expect(keep(sink, { url: "a" }, known)).toEqual(known);
  expect(keep(sinks, [{ url: "a" }], [known])).toEqual([known]);
});

test("an answer that does not have an answerable object removes it", () => {
  const type = z.strictObject({ sink: sink.optional() });
  expect(keep(type, {}, { sink: { url: "a", token: "t" } })).toEqual({});
});

test("an array of another length keeps nothing: the items cannot be told apart", () => {
  expect(keep(sinks, [{ url: "a" }, { url: "b" }], [{ url: "a", token: "t" }])).toEqual([
    { url: "a" },
    { url: "b" },
  ]);
});

test("a key of a map that is new or gone keeps nothing", () => {
  expect(keep(byName, { y: { url: "b" } }, { x: { url: "a", token: "t" } })).toEqual({ y: { url: "b" } });
});

test("a type without write-only values is the answer", () => {
  expect(keep(text(), undefined, "a")).toBeUndefined();
  expect(keep(z.record(z.string(), text()), { a: "1" }, { b: "2" })).toEqual({ a: "1" });
});

test("a value of another kind is the answer", () => {
  expect(keep(sink, { url: "a" }, "odd")).toEqual({ url: "a" });
  expect(keep(sink.nullable(), null, { url: "a", token: "t" })).toBeNull();
});

test("without write-only values, the rest of a value is left", () => {
  expect(strip(token, "t")).toBeUndefined();
  expect(strip(sink, { url: "a", token: "t" })).toEqual({ url: "a" });
  expect(strip(sinks, [{ url: "a", token: "t" }])).toEqual([{ url: "a" }]);
  expect(strip(byName, { x: { url: "a", token: "t" } })).toEqual({ x: { url: "a" } });
  expect(strip(text(), "a")).toBe("a");
  expect(strip(sink.nullable(), null)).toBeNull();
});

test.each([
  ["a map of tokens", z.record(z.string(), token), { x: "t" }, {}],
  ["an array of tokens", z.array(token), ["t"], []],
  ["a map of objects of tokens", z.record(z.string(), auth), { x: { token: "t" } }, {}],
  ["an object that takes any token", z.strictObject({}).catchall(token), { x: "t" }, {}],
  ["an array of objects of tokens", z.array(auth), [{ token: "t" }], [{}]],
])("%s is kept when the answer is empty", (_, type, known, answered) => {
  expect(keep(type, answered, known)).toEqual(known);
  expect(keep(type, undefined, known)).toEqual(known);
});

test("an object that is left empty is left out, and an item of an array or map stays", () => {
  expect(strip(sink, { url: "a", auth: { token: "t" } })).toEqual({ url: "a" });
  expect(strip(auth, { token: "t" })).toBeUndefined();
  expect(strip(sinks, [{ token: "t" }, { url: "a" }])).toEqual([{}, { url: "a" }]);
  expect(strip(byName, { x: { token: "t" }, y: { url: "a" } })).toEqual({ x: {}, y: { url: "a" } });
  expect(strip(z.array(auth), [{ token: "t" }])).toBeUndefined();
  expect(strip(z.record(z.string(), auth), { x: { token: "t" } })).toBeUndefined();
  expect(strip(z.array(token), ["t"])).toBeUndefined();
  expect(strip(z.record(z.string(), token), { x: "t" })).toBeUndefined();
  expect(strip(z.strictObject({ token: token.optional() }), {})).toEqual({});
});
