import { expect, test } from "vitest";
import * as z from "zod";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { secret, text } from "../../provider/lifecycle/property-types.ts";
import { Redaction } from "../../provider/lifecycle/redaction.ts";
import { secretsIn } from "../../provider/lifecycle/secrets.ts";

const token = secret(text());
const sink = z.strictObject({
  url: text().describe("Address."),
  token: token.optional().describe("Token."),
  headers: secret(z.record(z.string(), z.any())).optional().describe("Headers."),
});
const anyInput = (type: z.ZodType) => input(type, "Any.").optional().updates();
const resource = defineResource({
  type: "Vault",
  description: "A vault.",
  properties: {
    label: anyInput(text()),
    token: anyInput(token.nullable()),
    pin: anyInput(secret(z.int())),
    sinks: anyInput(z.array(sink)),
    byName: anyInput(z.record(z.string(), sink)),
    codes: anyInput(z.array(token)),
    flags: anyInput(z.strictObject({ known: text().optional() }).catchall(token)),
  },
  verbs: { create: () => expect.fail("it creates nothing") },
});

const found = (...sources: Props[]) => secretsIn(resource, sources);

test("secrets are found at any depth, in arrays, maps and objects", () => {
  const inputs = {
    label: "open",
    token: "secret-1",
    pin: 4711,
    sinks: [{ url: "open", token: "secret-2", headers: { a: "secret-3", b: ["secret-4", 5, true, null] } }],
    byName: { x: { url: "open", token: "secret-5" } },
    codes: ["secret-6", "secret-7"],
    flags: { known: "open", other: "secret-8" },
  };
  expect(found(inputs).sort()).toEqual(
    ["4711", "5", ...Array.from({ length: 8 }, (_, index) => `secret-${index + 1}`)].sort(),
  );
});

test("a value that several sources hold is one secret, and empty strings are none", () => {
  expect(found({ token: "one" }, { token: "one", codes: ["", "two"] })).toEqual(["one", "two"]);
  expect(found({ token: null, sinks: null, byName: undefined })).toEqual([]);
});

test("all of a property that the program marks is secret, in every source", () => {
  expect(found({ label: "hidden", flags: { known: "too" }, __secrets: ["label", "flags"] })).toEqual([
    "hidden",
    "too",
  ]);
  expect(found({ label: "hidden", __secrets: ["label"] }, { label: "old" })).toEqual(["hidden", "old"]);
  expect(found({ label: "open", __secrets: "label" })).toEqual([]);
});

test("a property of no table is secret when the program marks it", () => {
  expect(found({ tokn: "hidden", toString: "open", __secrets: ["tokn"] })).toEqual(["hidden"]);
});

test("a value of another kind is no reason to fail", () => {
  expect(found({ sinks: "odd", byName: [1], codes: { a: "odd" }, flags: 5 })).toEqual(["odd"]);
});

test("a property is secret when it is marked, holds a secret, or the program marks it", () => {
  const isSecret = (name: string, props = {}) => new Redaction(resource, [props]).isSecret(name);
  expect(["token", "sinks", "byName", "flags"].map((name) => isSecret(name))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([isSecret("label"), isSecret("toString"), isSecret("")]).toEqual([false, false, false]);
  expect(isSecret("label", { __secrets: ["label"] })).toBe(true);
});
