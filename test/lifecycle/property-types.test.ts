import { expect, test } from "vitest";
import * as z from "zod";
import {
  hostname,
  lengthInWords,
  openEnum,
  pathId,
  sameHostname,
  secret,
  text,
  wireName,
  writeOnly,
} from "../../provider/lifecycle/property-types.ts";
import { hasMark, shapeAt, shapeOf } from "../../provider/lifecycle/shape.ts";

const problem = (type: z.ZodType, value: unknown) => type.safeParse(value).error?.issues[0]?.message;

test("the length of a string counts characters, so that an emoji is one", () => {
  expect(problem(text({ max: 3 }), "🦊🦊🦊")).toBeUndefined();
  expect(problem(text({ max: 3 }), "🦊🦊🦊🦊")).toBe("must have at most 3 characters");
  expect(problem(text({ min: 2 }), "🦊")).toBe("must have at least 2 characters");
});

test.each<[limits: { min?: number; max?: number }, value: string, sentence: string]>([
  [{ min: 1 }, "", "must not be empty"],
  [{ min: 1, max: 2 }, "", "must have 1 to 2 characters"],
  [{ max: 1 }, "ab", "must have at most 1 character"],
  [{ min: 26, max: 26 }, "a", "must have exactly 26 characters"],
  [{ min: 3 }, "ab", "must have at least 3 characters"],
])("a string with the limits %j refuses %j", (limits, value, sentence) => {
  expect(problem(text(limits), value)).toBe(sentence);
});

test("a string without limits takes any string", () => {
  expect(problem(text(), "")).toBeUndefined();
  expect(lengthInWords(1, 255)).toBe("1 to 255 characters");
});

test.each([".", "..", "\ud800"])("%j is not an id for a path", (value) => {
  expect(problem(pathId({ min: 1, max: 26 }), value)).toBe("must be an id, not a path or malformed Unicode");
});

test.each(["a", "...", "a/b", "🦊"])("%j is an id for a path, which encodes it", (value) => {
  expect(problem(pathId({ min: 1, max: 26 }), value)).toBeUndefined();
});

test("a host name has labels of letters, digits and inner hyphens", () => {
  for (const value of ["a", "login.example.com", "A-1.b"]) expect(problem(hostname(), value)).toBeUndefined();
  for (const value of ["", "-a", "a-", "a..b", "a.", "a_b", "a\n", "ſ", `${"a".repeat(64)}.com`])
    expect(problem(hostname(), value), value).toContain("must be dot-separated labels");
  expect(problem(hostname({ min: 3 }), "ab")).toBe("must have 3 to 255 characters");
});

test("case and a final dot of a host name do not matter, and other values are compared as they are", () => {
  expect(sameHostname("Login.example.com", "login.EXAMPLE.com")).toBe(true);
  expect(sameHostname("login.example.com.", "login.example.com")).toBe(true);
  expect(sameHostname("a", "b")).toBe(false);
  expect(sameHostname(undefined, undefined)).toBe(true);
  expect(sameHostname("a", undefined)).toBe(false);
});

test("an open enum takes any string, and knows its values", () => {
  expect(problem(openEnum("ready"), "brand_new")).toBeUndefined();
  expect(shapeOf(openEnum("ready"))).toMatchObject({ kind: "enum", values: ["ready"], isOpen: true });
});

test("marks stay on a type that gets more limits, or that becomes nullable or optional", () => {
  const marked = wireName("key", writeOnly(secret(text())));
  const types = [marked.min(3), marked.regex(/a/), marked.refine(() => true), marked.describe("Key.")];
  const marks = { isSecret: true, isWriteOnly: true, wireName: "key" };
  for (const type of [...types, marked.nullable(), marked.optional(), marked.nullable().optional()])
    expect(shapeOf(type)).toMatchObject(marks);
});

test("marks of a nullable or optional type count too, and its own description wins", () => {
  const type = secret(text().describe("Inner.").nullable().optional()).describe("Outer.");
  expect(shapeOf(type)).toMatchObject({
    kind: "string",
    isSecret: true,
    isNullable: true,
    isOptional: true,
    description: "Outer.",
  });
});

test("a mark is found at any depth", () => {
  const type = z.array(
    z.record(z.string(), z.strictObject({ a: z.strictObject({}).catchall(secret(text())) })),
  );
  expect(hasMark(shapeOf(type), "isSecret")).toBe(true);
  expect(hasMark(shapeOf(type), "isWriteOnly")).toBe(false);
});

test.each<[kind: string, type: z.ZodType]>([
  ["string", z.email()],
  ["string", z.url()],
  ["string", z.iso.datetime()],
  ["number", z.int()],
  ["number", z.number().positive()],
  ["boolean", z.boolean()],
  ["any", z.any()],
])("a value of the kind %s may have a format", (kind, type) => {
  expect(shapeOf(type)).toMatchObject({ kind });
});

test("shapeAt gives the shape under a key or index, and nothing for Object.prototype's keys", () => {
  const shape = shapeOf(z.strictObject({ list: z.array(text()), map: z.record(z.string(), z.boolean()) }));
  const at = (...path: PropertyKey[]) =>
    path.reduce<ReturnType<typeof shapeAt>>((inner, part) => inner && shapeAt(inner, part), shape)?.kind;
  expect([at("list"), at("list", 0), at("map", "toString"), at("toString"), at("list", 0, "length")]).toEqual(
    ["array", "string", "boolean", undefined, undefined],
  );
});
