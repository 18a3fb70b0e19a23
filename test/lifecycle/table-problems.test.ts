import { expect, test } from "vitest";
import * as z from "zod";
import { path } from "../../provider/client/path.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import { Input, input, output, type Table } from "../../provider/lifecycle/property.ts";
import { secret, text, wireName, writeOnly } from "../../provider/lifecycle/property-types.ts";
import type { Collection, ResourceTable } from "../../provider/lifecycle/resource.ts";

const name = input(text({ min: 1 }), "Name.").updates();
const roleId = output(text(), "Id.");
const collection: Collection = {
  path: path`/roles`,
  scope: "roles",
  idProperty: "roleId",
  wireId: "id",
  naturalKey: { property: "name" },
};

/** A table without problems, with these properties and changes. */
const table = (properties: Table = {}, changes: Partial<ResourceTable> = {}): ResourceTable => ({
  type: "Role",
  description: "A role.",
  properties: { name, roleId, ...properties },
  collection,
  ...changes,
});

const optionalInput = <T extends z.ZodType>(type: T) => input(type, "Any.").optional().updates();
const requiredInput = <T extends z.ZodType>(type: T) => input(type, "Any.").updates();
const described = (type: z.ZodType) => type.describe("Any.");
const nested = (fields: Record<string, z.ZodType>) => ({ sink: requiredInput(z.strictObject(fields)) });

test("a table without contradictions is defined", () => {
  const properties = {
    label: input(text(), "Label.").optional().updates({ default: "", onRemoval: "" }),
    size: input(z.int().nullable(), "Size.").optional().replaces({ default: null }),
    twin: input(text(), "Twin.")
      .optional()
      .updates({ default: ({ name }) => name, defaultInWords: "the name" }),
    sinks: requiredInput(z.array(z.strictObject({ token: described(writeOnly(secret(text()))) }))),
    flags: requiredInput(z.record(z.string(), z.strictObject({ a_flag: z.boolean() }).catchall(z.boolean()))),
    dryRun: input(z.boolean(), "Dry run.").optional().providerOnly({ default: false }),
    address: output(text(), "Address.").derived(({ name }) => `https://${name}`),
  };
  const resource = defineResource(table(properties));
  expect(Object.keys(resource.inputs)).toEqual(["name", "label", "size", "twin", "sinks", "flags", "dryRun"]);
});

test.each<[problem: string, properties: Table, sentence: string]>([
  [
    "a required input with a default",
    { name: input(text(), "Name.").updates({ default: "x" }) },
    "Role.name: a required input cannot have a default: add optional(), or remove the default",
  ],
  [
    "a required input with an onRemoval",
    { name: input(text(), "Name.").updates({ onRemoval: "" }) },
    "Role.name: a required input cannot be removed: add optional(), or remove onRemoval",
  ],
  [
    "an absence that means a default which the input does not have",
    { label: input(text(), "Label.").optional().updates({ absentIsDefault: true }) },
    "Role.label: its absence cannot mean a default that it does not have: add default, or remove absentIsDefault",
  ],
  [
    "an input that does not say what a change does",
    { label: input(text(), "Label.").optional() },
    "Role.label: it does not say what a change does: add updates(), replaces() or providerOnly()",
  ],
  [
    "an output that is as secret as a property that does not exist",
    { label: output(text(), "Label.").secretWith("nmae") },
    "Role.nmae: secretWith names it, but the table has no such property: correct the name",
  ],
  [
    "a default that its type refuses",
    {
      label: input(text({ max: 3 }), "Label.")
        .optional()
        .updates({ default: "long" }),
    },
    "Role.label: its type refuses its default: correct one of them",
  ],
  [
    "an onRemoval that its type refuses",
    {
      label: input(z.enum(["on"]), "Label.")
        .optional()
        .updates({ onRemoval: "off" as "on" }),
    },
    "Role.label: its type refuses its onRemoval: correct one of them",
  ],
  [
    "a default that the reference cannot show",
    {
      label: input(text(), "Label.")
        .optional()
        .updates({ default: () => "x" }),
    },
    "Role.label: a default that is a function needs defaultInWords: the reference shows it",
  ],
  [
    "an input for the provider that is an output",
    { label: input(text(), "Label.").optional().providerOnly().alsoOutput("Label.") },
    "Role.label: an input for the provider only cannot be an output: remove providerOnly() or alsoOutput()",
  ],
  [
    "an input that is derived",
    { label: new Input({ ...optionalInput(text()), derive: () => "x" }) },
    "Role.label: an input cannot be derived: make it an output",
  ],
  [
    "a write-only output",
    { token: output(writeOnly(text()), "Token.") },
    "Role.token: an output cannot be write-only, because the service never returns it: remove writeOnly()",
  ],
  [
    "an output with a write-only value deep inside",
    { tokens: output(z.record(z.string(), z.array(writeOnly(text()))), "Tokens.") },
    "Role.tokens: an output cannot be write-only, because the service never returns it: remove writeOnly()",
  ],
  [
    "a type that is optional by itself",
    { label: input(text().optional(), "Label.").updates() },
    "Role.label: its type is optional: call optional() of the input or output instead",
  ],
  [
    "a property without a description",
    { label: input(text(), "").updates() },
    "Role.label: it has no description: say what it means",
  ],
  [
    "the name id",
    { id: requiredInput(wireName("other", text())) },
    "Role.id: Pulumi has a property of this name on every resource: rename it",
  ],
  [
    "the name urn",
    { urn: roleId },
    "Role.urn: Pulumi has a property of this name on every resource: rename it",
  ],
  ["a name in snake_case", { display_name: name }, "Role.display_name: its name is not camelCase: rename it"],
  ["a name in PascalCase", { Label: name }, "Role.Label: its name is not camelCase: rename it"],
  ["a hidden name", { __label: name }, "Role.__label: its name is not camelCase: rename it"],
  [
    "two properties of one wire name",
    { label: requiredInput(wireName("name", text())) },
    "Role.label: name has the wire name name too: change one of them",
  ],
  [
    "a property with the wire name of the id",
    { label: requiredInput(wireName("id", text())) },
    "Role.label: roleId has the wire name id too: change one of them",
  ],
  [
    "a secret natural key",
    { name: requiredInput(secret(text())) },
    "Role.name: the natural key cannot be a secret, because messages show it: name another property",
  ],
  [
    "a natural key that is an output",
    { name: output(text(), "Name.") },
    "Role.name: the natural key cannot be an output: name an input",
  ],
])("%s is refused", (_problem, properties, sentence) => {
  expect(() => defineResource(table(properties))).toThrow(new Error(sentence));
});

test.each<[problem: string, properties: Table, sentence: string]>([
  [
    "an object that takes any key",
    { sink: requiredInput(z.looseObject({ a: text().describe("A.") })) },
    "Role.sink: z.object and z.looseObject take unknown keys without an error: use z.strictObject",
  ],
  [
    "an object that drops unknown keys",
    { sink: requiredInput(z.object({ url: described(text()) })) },
    "Role.sink: z.object and z.looseObject take unknown keys without an error: use z.strictObject",
  ],
  [
    "an object that drops unknown keys, in an array in a map",
    { sinks: requiredInput(z.record(z.string(), z.array(z.object({ url: described(text()) })))) },
    "Role.sinks[key][]: z.object and z.looseObject take unknown keys without an error: use z.strictObject",
  ],
  [
    "a field without a description",
    nested({ url: text() }),
    "Role.sink.url: it has no description: add describe()",
  ],
  [
    "a field without a description in an optional object of an output",
    {
      sink: output(z.strictObject({ auth: described(z.strictObject({ user: text() }).optional()) }), "Sink."),
    },
    "Role.sink.auth.user: it has no description: add describe()",
  ],
  [
    "a field in snake_case",
    nested({ api_url: described(text()) }),
    "Role.sink.api_url: its name is not camelCase: rename it",
  ],
  [
    "two fields of one wire name",
    nested({ url: described(text()), address: described(wireName("url", text())) }),
    "Role.sink.address: url has the wire name url too: change one of them",
  ],
])("%s is refused", (_problem, properties, sentence) => {
  expect(() => defineResource(table(properties))).toThrow(new Error(sentence));
});

test.each<[kind: string, type: z.ZodType]>([
  ["date", z.date()],
  ["bigint", z.bigint()],
  ["union", z.union([z.string(), z.number()])],
  ["tuple", z.tuple([z.string()])],
  ["literal", z.literal("a")],
  ["unknown", z.unknown()],
  ["pipe", z.string().transform((value) => value.length)],
  ["default", z.string().default("x")],
  ["lazy", z.lazy(() => z.string())],
  ["date", z.array(z.record(z.string(), z.strictObject({ since: described(z.date()) })))],
])("a zod %s is refused, at any depth", (kind, type) => {
  expect(() => defineResource(table({ label: requiredInput(type) }))).toThrow(
    new Error(
      `Role.label: a zod ${kind} cannot be used: use string, number, boolean, enum, array, record, strictObject or any`,
    ),
  );
});

test("an enum of numbers is refused", () => {
  expect(() => defineResource(table({ level: requiredInput(z.enum({ low: 1, high: 2 })) }))).toThrow(
    new Error("Role.level: an enum of numbers cannot be used: use strings"),
  );
});

const size = optionalInput(z.enum(["small", "large"]));
const remedy = "remove it";

test.each<[problem: string, changes: Partial<ResourceTable>, sentence: string]>([
  [
    "a subject that is not a property",
    { subject: ["title"] },
    "Role.title: the subject names it, but the table has no such property: correct the name",
  ],
  [
    "a name that only Object.prototype has",
    { subject: ["toString"] },
    "Role.toString: the subject names it, but the table has no such property: correct the name",
  ],
  [
    "a secret subject",
    { subject: ["token"] },
    "Role.token: the subject cannot be a secret, because messages show it: name another property",
  ],
  [
    "an idProperty that is not a property",
    { collection: { ...collection, idProperty: "itemId" } },
    "Role.itemId: the collection names it, but the table has no such property: correct the name",
  ],
  [
    "a function argument that finds no item",
    { collection: { ...collection, functionArguments: ["name", "title"] } },
    "Role.title: functionArguments may have the id and the natural key only: remove it",
  ],
  [
    "a natural key that is not a property",
    { collection: { ...collection, naturalKey: { property: "title" } } },
    "Role.title: the natural key names it, but the table has no such property: correct the name",
  ],
  [
    "a variant that depends on a missing property",
    { variants: [{ when: { property: "kind", is: "small" }, remedy }] },
    "Role.kind: a variant names it, but the table has no such property: correct the name",
  ],
  [
    "a variant that requires a missing property",
    { variants: [{ when: { property: "size", is: "small" }, requires: ["with"], remedy }] },
    "Role.with: a variant names it, but the table has no such property: correct the name",
  ],
  [
    "a variant that forbids a missing property",
    { variants: [{ when: { property: "size", isSet: true }, forbids: ["with"], remedy }] },
    "Role.with: a variant names it, but the table has no such property: correct the name",
  ],
  [
    "a variant that depends on an output",
    { variants: [{ when: { property: "roleId", isSet: true }, remedy }] },
    "Role.roleId: a variant depends on it, but it is an output: name an input",
  ],
  [
    "a variant that depends on a value that does not exist",
    { variants: [{ when: { property: "size", is: "smal" }, remedy }] },
    'Role.size: a variant compares it with "smal", which its type refuses: correct the value',
  ],
  [
    "a variant that asks whether a required input is set",
    { variants: [{ when: { property: "name", isSet: false }, remedy }] },
    "Role.name: a variant depends on whether it is set, but it is required: add optional()",
  ],
  [
    "a variant that forbids a required input",
    { variants: [{ when: { property: "size", isSet: true }, forbids: ["name"], remedy }] },
    "Role.name: a variant requires or forbids it, but it is not an optional input: add optional()",
  ],
  [
    "a resource with neither collection nor create",
    { collection: undefined as unknown as Collection, verbs: { read: async () => undefined } },
    "Role: it has no collection and no verb create: add one of them",
  ],
  ["a resource without a description", { description: "" }, "Role: it has no description: say what it is"],
  ["a type in another case", { type: "role" }, "role: its type is not PascalCase: rename it"],
])("%s is refused", (_problem, changes, sentence) => {
  const properties = { size, token: optionalInput(secret(text())) };
  expect(() => defineResource(table(properties, changes))).toThrow(new Error(sentence));
});
