import { expect, test } from "vitest";
import * as z from "zod";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import { input } from "../../provider/lifecycle/property.ts";
import { text } from "../../provider/lifecycle/property-types.ts";
import type { Variant } from "../../provider/lifecycle/resource.ts";
import { argumentsType } from "../../scripts/generate/arguments.ts";
import { formsOf } from "../../scripts/generate/forms.ts";

const kind = input(z.enum(["http", "file", "none"]), "Kind.").replaces();
const anyInput = (description: string) => input(text(), description).optional().updates();
const remedy = "remove it";

const sinkWith = (variants: readonly Variant[], kindInput: typeof kind = kind) =>
  defineResource({
    type: "Sink",
    description: "A sink.",
    properties: {
      kind: kindInput,
      url: anyInput("Address."),
      folder: anyInput("Folder."),
      mode: anyInput("Mode."),
    },
    variants,
    verbs: { create: () => expect.fail("it creates nothing") },
  });

/** Each form by its name, as the presence of each input. */
const forms = (...variants: Variant[]) =>
  Object.fromEntries(formsOf(sinkWith(variants)).map(({ name, presences }) => [name, presences]));

const http: Variant = {
  when: { property: "kind", is: "http" },
  requires: ["url"],
  forbids: ["folder"],
  remedy,
};
const file: Variant = {
  when: { property: "kind", is: "file" },
  requires: ["folder"],
  forbids: ["url"],
  remedy,
};
const is = (...values: string[]) => ({ values, isOptional: false });

test("a resource without variants has no forms", () => {
  expect(formsOf(sinkWith([]))).toEqual([]);
});

test("each value that a variant names is a form, and so are the other values and a value that nobody knows", () => {
  expect(forms(http)).toEqual({
    Http: { kind: is("http"), url: "required", folder: "forbidden" },
    OtherKind: { kind: is("file", "none"), url: "optional", folder: "optional" },
    AnyKind: { kind: "required", url: "required", folder: "forbidden" },
  });
});

test("an input that one value requires and another forbids is optional for a value that nobody knows", () => {
  expect(forms(http, file)).toEqual({
    Http: { kind: is("http"), url: "required", folder: "forbidden" },
    File: { kind: is("file"), url: "forbidden", folder: "required" },
    OtherKind: { kind: is("none"), url: "optional", folder: "optional" },
    AnyKind: { kind: "required", url: "optional", folder: "optional" },
  });
});

test("a value that may be missing has the form of the other values then", () => {
  const maybe = input(z.enum(["http"]), "Kind.")
    .optional()
    .replaces() as unknown as typeof kind;
  const found = formsOf(sinkWith([http], maybe)).map(({ name, presences }) => [name, presences.kind]);
  expect(found).toEqual([
    ["Http", is("http")],
    ["OtherKind", "forbidden"],
    ["AnyKind", "optional"],
  ]);
});

test("an input that is set or missing makes two forms", () => {
  const missing: Variant = { when: { property: "mode", isSet: false }, requires: ["url"], remedy };
  const set: Variant = { when: { property: "mode", isSet: true }, forbids: ["folder"], remedy };
  expect(forms(missing)).toEqual({
    WithMode: { mode: "required", url: "optional" },
    WithoutMode: { mode: "optional", url: "required" },
  });
  expect(forms(missing, set)).toEqual({
    WithMode: { mode: "required", url: "optional", folder: "forbidden" },
    WithoutMode: { mode: "forbidden", url: "required", folder: "optional" },
  });
});

test("variants of two inputs are combined", () => {
  const missing: Variant = { when: { property: "mode", isSet: false }, requires: ["url"], remedy };
  const combined = forms(http, missing);
  expect(Object.keys(combined)).toEqual([
    "HttpWithMode",
    "HttpWithoutMode",
    "OtherKindWithMode",
    "OtherKindWithoutMode",
    "AnyKindWithMode",
    "AnyKindWithoutMode",
  ]);
  expect(combined.HttpWithMode).toMatchObject({ kind: is("http"), mode: "required", url: "required" });
  expect(combined.OtherKindWithoutMode).toMatchObject({
    mode: "optional",
    url: "required",
    folder: "optional",
  });
});

test("the argument type is the union of the forms, with a member for a value that the compiler knows", () => {
  expect(argumentsType(sinkWith([http, file])).split("export type ")[1]).toBe(
    `SinkArgs =
| SinkHttpArgs<"http">
| SinkHttpArgs<Pending<"http">>
| SinkFileArgs<"file">
| SinkFileArgs<Pending<"file">>
| SinkOtherKindArgs<"none">
| SinkOtherKindArgs<Pending<"none">>
| SinkAnyKindArgs;`,
  );
});

test("an input that must not be set has the sentence that the compiler shows", () => {
  expect(argumentsType(sinkWith([http]))).toContain(
    `/** Must not be set when \`kind\` is \`"http"\`. */
folder?: MustNotBeSet<"must not be set when kind is http"> | undefined;`,
  );
});
