import { expect, test } from "vitest";
import { compare, type Fields, sameWithout } from "../../provider/lifecycle/compare.ts";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";
import {
  inputsOf,
  rememberedKeys,
  stateAfterPartialCreate,
  stateAfterRead,
  stateAfterUpdate,
  stateAfterWrite,
} from "../../provider/lifecycle/state.ts";

const fields = {
  key: { onChange: "replace" },
  text: { onChange: "update", default: "", reset: "" },
  twin: { onChange: "replace", default: ({ key }: Record<string, unknown>) => key },
  kept: { onChange: "update" },
  steer: { onChange: "ignore" },
} satisfies Fields;

const diff = (olds: Record<string, unknown>, news: Record<string, unknown>) =>
  compare(fields, olds, rememberedKeys(fields, olds), news);

const written = stateAfterWrite(fields, { id: "1", text: "", twin: "k" }, { key: "k", kept: "x" });

test("the state holds what the service said, what was declared on top, and which inputs those were", () => {
  expect(written).toEqual({ id: "1", key: "k", text: "", twin: "k", kept: "x", __declared: ["kept", "key"] });
  expect(inputsOf(fields, written)).toEqual({ key: "k", kept: "x" });
});

test("no state holds undefined, at any depth", () => {
  const state = stateAfterWrite(fields, { a: undefined, b: { c: undefined, d: [{ e: undefined }] } }, {});
  expect(JSON.stringify(state)).toBe('{"b":{"d":[{}]},"__declared":[]}');
  expect(Object.keys(state)).toEqual(["b", "__declared"]);
});

test("what was never declared is never compared", () => {
  expect(diff({ ...written, text: "drifted" }, { key: "k", kept: "x" })).toEqual([]);
});

test("an input that is newly declared is a change, sent only where the service has another value", () => {
  expect(diff(written, { key: "k", kept: "x", text: "" })).toEqual([{ key: "text", replaces: false }]);
  expect(diff(written, { key: "k", kept: "x", text: "new" })).toEqual([
    { key: "text", replaces: false, send: { value: "new" } },
  ]);
  expect(diff(written, { key: "k", kept: "x", twin: "k" })).toEqual([{ key: "twin", replaces: false }]);
  expect(diff(written, { key: "k", kept: "x", twin: "other" })).toMatchObject([
    { key: "twin", replaces: true },
  ]);
});

test("an input that is no longer declared is reset where something can be sent, and else only forgotten", () => {
  const state = stateAfterWrite(fields, {}, { key: "k", text: "old", kept: "x" });
  expect(diff(state, { key: "k" })).toEqual([
    { key: "text", replaces: false, send: { value: "" } },
    { key: "kept", replaces: false },
  ]);
});

test("a default that depends on other inputs is that of the side it belongs to", () => {
  const state = stateAfterWrite(fields, {}, { key: "k", twin: "k" });
  expect(diff(state, { key: "k" })).toEqual([{ key: "twin", replaces: false }]);
  expect(diff(state, { key: "l" }).map(({ key, replaces }) => [key, replaces])).toEqual([
    ["key", true],
    ["twin", true],
  ]);
});

test("an unknown value is a change, and inputs that steer the provider are none", () => {
  expect(diff(written, { key: unknownValue, kept: "x" })).toMatchObject([{ key: "key", replaces: true }]);
  expect(diff(written, { key: "k", kept: "x", steer: true })).toEqual([]);
});

test("a read shows drift, keeps the spelling of what means the same, and what the answer does not name", () => {
  const same = { key: { ...fields.key, same: (a: unknown, b: unknown) => String(a).toLowerCase() === b } };
  const read = stateAfterRead(
    { ...fields, ...same },
    { key: "k", text: "drift", kept: undefined },
    {
      ...written,
      key: "K",
    },
  );
  expect(read).toEqual({ ...written, key: "K", text: "drift" });
  expect(stateAfterRead(fields, { kept: "drift" }, written)).toEqual({ ...written, kept: "drift" });
});

test("a read by nothing but an id declares nothing", () => {
  expect(stateAfterRead(fields, { key: "k" }, { __provider: "shell" })).toEqual({ key: "k", __declared: [] });
});

test("an update keeps what the answer does not name", () => {
  expect(stateAfterUpdate(fields, { text: "t", twin: undefined }, written, { key: "k" })).toEqual({
    ...written,
    text: "t",
    __declared: ["key"],
  });
});

test("after half a create only what the service has said counts as in place, where it can still be sent", () => {
  const inputs = { key: "k", text: "wanted", kept: "wanted" };
  const state = stateAfterPartialCreate(fields, { id: "1", text: "old" }, inputs);
  expect(state).toEqual({ id: "1", key: "k", text: "old", __declared: ["kept", "key", "text"] });
  expect(diff(state, inputs).map(({ key, send }) => [key, send?.value])).toEqual([
    ["text", "wanted"],
    ["kept", "wanted"],
  ]);
});

test("a name in the state that is no input of this version is left out", () => {
  expect(rememberedKeys(fields, { __declared: ["key", "retired", 5, "__proto__"] })).toEqual(
    new Set(["key"]),
  );
});

test("an entry that says nothing counts as absent, at any depth", () => {
  const same = sameWithout(false);
  expect(same({ a: { b: true, c: false } }, { a: { b: true } })).toBe(true);
  expect(same({ a: { b: true } }, { a: { b: false } })).toBe(false);
  expect(same({ a: {} }, {})).toBe(false);
  expect(same(undefined, {})).toBe(false);
});
