import { expect, test } from "vitest";
import * as z from "zod";
import { compare, sameWithout } from "../../provider/lifecycle/compare.ts";
import { unknownValue } from "../../provider/lifecycle/handlers.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { text, writeOnly } from "../../provider/lifecycle/property-types.ts";
import {
  inputsOf,
  rememberedKeys,
  stateAfterPartialCreate,
  stateAfterRead,
  stateAfterUpdate,
  stateAfterWrite,
} from "../../provider/lifecycle/state.ts";

const stringInput = () => input(text(), "A string.");
const fields = {
  key: stringInput().replaces(),
  text: stringInput().optional().updates({ default: "", onRemoval: "" }),
  twin: stringInput()
    .optional()
    .replaces({ default: ({ key }) => key, defaultInWords: "key" }),
  kept: stringInput().optional().updates(),
  steer: input(z.boolean(), "For the provider.").optional().providerOnly(),
};

const diff = (olds: Record<string, unknown>, news: Record<string, unknown>) =>
  compare(fields, olds, rememberedKeys(fields, olds), news);

const written = stateAfterWrite(fields, { id: "1", text: "", twin: "k" }, { key: "k", kept: "x" });

test("the state has the answer, the declared inputs in place of the answered ones, and their names", () => {
  expect(written).toEqual({ id: "1", key: "k", text: "", twin: "k", kept: "x", __declared: ["kept", "key"] });
  expect(inputsOf(fields, written)).toEqual({ key: "k", kept: "x" });
});

test("the state never contains undefined, at any depth", () => {
  const state = stateAfterWrite(fields, { a: undefined, b: { c: undefined, d: [{ e: undefined }] } }, {});
  expect(JSON.stringify(state)).toBe('{"b":{"d":[{}]},"__declared":[]}');
  expect(Object.keys(state)).toEqual(["b", "__declared"]);
});

test("an input that was never declared is not compared", () => {
  expect(diff({ ...written, text: "drifted" }, { key: "k", kept: "x" })).toEqual([]);
});

test("a newly declared input is a change, and is sent only when the service has another value", () => {
  expect(diff(written, { key: "k", kept: "x", text: "" })).toEqual([{ key: "text", replaces: false }]);
  expect(diff(written, { key: "k", kept: "x", text: "new" })).toEqual([
    { key: "text", replaces: false, send: { value: "new" } },
  ]);
  expect(diff(written, { key: "k", kept: "x", twin: "k" })).toEqual([{ key: "twin", replaces: false }]);
  expect(diff(written, { key: "k", kept: "x", twin: "other" })).toMatchObject([
    { key: "twin", replaces: true },
  ]);
});

test("an input that is no longer declared is set to its onRemoval, or only forgotten without one", () => {
  const state = stateAfterWrite(fields, {}, { key: "k", text: "old", kept: "x" });
  expect(diff(state, { key: "k" })).toEqual([
    { key: "text", replaces: false, send: { value: "" } },
    { key: "kept", replaces: false },
  ]);
});

test("a default that depends on other inputs is computed from the old and the new inputs each", () => {
  const state = stateAfterWrite(fields, {}, { key: "k", twin: "k" });
  expect(diff(state, { key: "k" })).toEqual([{ key: "twin", replaces: false }]);
  expect(diff(state, { key: "l" }).map(({ key, replaces }) => [key, replaces])).toEqual([
    ["key", true],
    ["twin", true],
  ]);
});

test("an unknown value is a change, and an input for the provider only is not", () => {
  expect(diff(written, { key: unknownValue, kept: "x" })).toMatchObject([{ key: "key", replaces: true }]);
  expect(diff(written, { key: "k", kept: "x", steer: true })).toEqual([]);
});

test("a read shows drift, and keeps the declared spelling and what is missing in the answer", () => {
  const isSame = (a: unknown, b: unknown) => String(a).toLowerCase() === b;
  const same = { key: stringInput().replaces({ same: isSame }) };
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

test("a read by id alone declares nothing", () => {
  expect(stateAfterRead(fields, { key: "k" }, { __provider: "shell" })).toEqual({ key: "k", __declared: [] });
});

test("an update keeps what is missing in the answer", () => {
  expect(stateAfterUpdate(fields, { text: "t", twin: undefined }, written, { key: "k" })).toEqual({
    ...written,
    text: "t",
    __declared: ["key"],
  });
});

test("after a partial create, an input that can be updated is in the state only when the answer has it", () => {
  const inputs = { key: "k", text: "wanted", kept: "wanted" };
  const state = stateAfterPartialCreate(fields, { id: "1", text: "old" }, inputs);
  const hidden = { __declared: ["kept", "key", "text"], __partial: true };
  expect(state).toEqual({ id: "1", key: "k", text: "old", ...hidden });
  expect(diff(state, inputs).map(({ key, send }) => [key, send?.value])).toEqual([
    ["text", "wanted"],
    ["kept", "wanted"],
  ]);
});

test("a read and an update end the mark of a partial create", () => {
  const state = stateAfterPartialCreate(fields, { id: "1", text: "old" }, { key: "k", text: "wanted" });
  expect(stateAfterRead(fields, { id: "1", key: "k", text: "old" }, state)).not.toHaveProperty("__partial");
  expect(stateAfterUpdate(fields, {}, state, { key: "k", text: "wanted" })).not.toHaveProperty("__partial");
});

test("a remembered name that is not an input of this version is ignored", () => {
  expect(rememberedKeys(fields, { __declared: ["key", "retired", 5, "toString"] })).toEqual(new Set(["key"]));
});

test("sameWithout treats entries with the given value, and objects of such entries, as absent, at any depth", () => {
  const same = sameWithout(false);
  expect(same({ a: { b: true, c: false } }, { a: { b: true } })).toBe(true);
  expect(same({ a: { b: true } }, { a: { b: false } })).toBe(false);
  expect(same({ a: {} }, {})).toBe(true);
  expect(same({ a: { b: { c: false } } }, {})).toBe(true);
  expect(same({ a: { b: { c: true } } }, {})).toBe(false);
  expect(same(undefined, {})).toBe(false);
});

test("a refresh keeps write-only values of the state, at any depth, and shows drift beside them", () => {
  const sink = z.strictObject({
    url: text().describe("Address."),
    token: writeOnly(text()).describe("Token."),
    mode: text().optional().describe("Mode."),
  });
  const inputs = {
    sink: input(sink, "One.").updates(),
    list: input(z.array(sink), "Several.").updates(),
    byName: input(z.record(z.string(), sink), "By name.").updates(),
  };
  const one = { url: "a", token: "t" };
  const declared = { sink: one, list: [one], byName: { x: one } };
  const state = stateAfterWrite(inputs, {}, declared);
  const answered = (url: string) => ({ sink: { url, mode: "m" }, list: [{ url }], byName: { x: { url } } });
  expect(stateAfterRead(inputs, answered("a"), state)).toEqual(state);
  expect(stateAfterRead(inputs, answered("b"), state)).toMatchObject({
    sink: { url: "b", token: "t", mode: "m" },
    list: [{ url: "b", token: "t" }],
    byName: { x: { url: "b", token: "t" } },
  });
  expect(compare(inputs, state, rememberedKeys(inputs, state), declared)).toEqual([]);
  const other = { ...declared, sink: { url: "a", token: "new" } };
  expect(compare(inputs, state, rememberedKeys(inputs, state), other)).toEqual([
    { key: "sink", replaces: false, send: { value: other.sink } },
  ]);
});
