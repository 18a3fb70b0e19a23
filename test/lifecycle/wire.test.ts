import { expect, test } from "vitest";
import * as z from "zod";
import { path } from "../../provider/client/path.ts";
import { input, output } from "../../provider/lifecycle/property.ts";
import {
  openEnum,
  readableItemsOf,
  text,
  wireName,
  writeOnly,
} from "../../provider/lifecycle/property-types.ts";
import type { Collection } from "../../provider/lifecycle/resource.ts";
import { fromWire, toWire } from "../../provider/lifecycle/wire.ts";
import { snakeCase, wireNameOf } from "../../provider/lifecycle/wire-names.ts";

const collection: Collection = {
  path: path`/things`,
  scope: "things",
  idProperty: "thingId",
  wireId: "id",
  naturalKey: { property: "name" },
};

const properties = {
  name: input(text(), "Name.").updates(),
  callbackUrl: input(wireName("callback", text()), "Address.").optional().updates(),
  labels: input(z.record(z.string(), text().nullable()), "Labels.").optional().updates(),
  sinks: input(
    z.array(
      z.strictObject({
        httpEndpoint: text(),
        maxBatchSize: z.int().optional(),
        apiKey: wireName("key", writeOnly(text())),
        sentHeaders: z.record(z.string(), z.strictObject({ headerValue: text() })).optional(),
      }),
    ),
    "Sinks.",
  )
    .optional()
    .updates(),
  dryRun: input(z.boolean(), "For the provider.").optional().providerOnly(),
  thingId: output(text(), "Id."),
  address: output(text(), "Address.").derived(({ name }) => `https://${name}`),
};
const resource = { properties, collection };

/** What a property of this type is after it was read. */
const read = (type: z.ZodType, value: unknown) =>
  fromWire({ properties: { it: output(type, "It.") } }, { it: value }, "1").it;

test("wire names are the snake_case of ours unless the type names another", () => {
  expect(snakeCase("customClientIpHeader")).toBe("custom_client_ip_header");
  expect(["name", "callbackUrl", "sinks"].map((name) => wireNameOf(resource, name))).toEqual([
    "name",
    "callback",
    "sinks",
  ]);
});

test("the id, derived outputs and inputs for the provider have no wire name", () => {
  for (const name of ["thingId", "address", "dryRun", "missing"])
    expect(wireNameOf(resource, name)).toBeUndefined();
});

test("fields of nested objects are renamed at any depth, and keys of the user are not", () => {
  const sentHeaders = { "X-Trace": { headerValue: "on" }, camelCase: { headerValue: "off" } };
  const inputs = {
    callbackUrl: "https://a",
    labels: { costCentre: "1", snake_case: null },
    sinks: [{ httpEndpoint: "https://b", apiKey: "k", sentHeaders }],
  };
  const sent = {
    callback: "https://a",
    labels: { costCentre: "1", snake_case: null },
    sinks: [
      {
        http_endpoint: "https://b",
        key: "k",
        sent_headers: { "X-Trace": { header_value: "on" }, camelCase: { header_value: "off" } },
      },
    ],
  };
  expect(toWire(resource, inputs)).toEqual(sent);
  expect(fromWire(resource, sent, "thing_1")).toMatchObject({
    ...inputs,
    sinks: [{ httpEndpoint: "https://b", sentHeaders }],
  });
});

test("a request holds just what is declared: null, false and empty values too", () => {
  const type = () => input(z.any(), "Any.").optional().updates();
  const any = { properties: { one: type(), two: type(), three: type(), four: type() } };
  expect(toWire(any, { one: null, two: false, three: "", four: [] })).toEqual({
    one: null,
    two: false,
    three: "",
    four: [],
  });
  expect(toWire(resource, { dryRun: true, thingId: "1", address: "a", retired: "b" })).toEqual({});
  expect(toWire(resource, { labels: null })).toEqual({ labels: null });
});

test.each(["constructor", "toString", "hasOwnProperty"])(
  "a key %s of the user is kept in both directions",
  (key) => {
    const labels = JSON.parse(`{ ${JSON.stringify(key)}: "mine" }`);
    expect(Object.entries(toWire(resource, { labels }).labels as object)).toEqual([[key, "mine"]]);
    expect(Object.entries(fromWire(resource, { labels }, "1").labels as object)).toEqual([[key, "mine"]]);
  },
);

test("keys beside the fields of an object that allows others are kept, and have their own type", () => {
  const attributes = z.strictObject({ family_name: z.boolean().optional() }).catchall(z.boolean());
  const given = { family_name: true, costCentre: false, toString: true };
  expect(toWire({ properties: { it: output(attributes, "It.") } }, { it: given })).toEqual({ it: given });
  expect(read(attributes, given)).toEqual(given);
  expect(read(attributes, { ...given, other: "yes" })).toBeUndefined();
});

test("a value of no declared type is sent as it is: the check refuses it", () => {
  expect(toWire(resource, { sinks: "none", labels: 5 })).toEqual({ sinks: "none", labels: 5 });
});

test("the id comes from the path, and derived outputs from what was read", () => {
  expect(fromWire(resource, { name: "a", id: "other" }, "thing_1")).toMatchObject({
    thingId: "thing_1",
    address: "https://a",
  });
});

test("unknown fields of an answer are ignored, at any depth", () => {
  const answer = { name: "a", extra: 1, sinks: [{ http_endpoint: "b", extra: 1 }] };
  expect(Object.keys(fromWire(resource, answer, "1"))).not.toContain("extra");
  expect(fromWire(resource, answer, "1").sinks).toEqual([{ httpEndpoint: "b" }]);
});

test("a write-only value is not read, even where the service answers it", () => {
  const answer = { sinks: [{ http_endpoint: "b", key: "echo" }] };
  expect(fromWire(resource, answer, "1").sinks).toEqual([{ httpEndpoint: "b" }]);
  expect(read(writeOnly(text()), "echo")).toBeUndefined();
});

const requiredField = z.strictObject({ a: text() });

test.each<[kind: string, type: z.ZodType, values: readonly unknown[]]>([
  ["string", text(), [1, true, {}, ["a"]]],
  ["number", z.number(), ["1", true, {}]],
  ["boolean", z.boolean(), ["true", 1]],
  ["enum", z.enum(["ready"]), [1, ["ready"]]],
  ["open enum", openEnum("ready"), [1, ["ready"]]],
  ["array", z.array(text()), [{}, "a", [1], ["a", null]]],
  ["map", z.record(z.string(), text()), [[], "a", { a: 1 }, { a: "b", c: null }]],
  ["object", requiredField, [[], "a", {}, { a: 1 }, { a: null }]],
  ["array of objects", z.array(requiredField), [[{ a: "b" }, {}]]],
])(
  "a missing value, null and a value of another kind are undefined for a type of the kind %s",
  (_kind, type, values) => {
    for (const value of [undefined, null, ...values])
      expect(read(type, value), String(value)).toBeUndefined();
  },
);

test("empty strings, zero, false, empty lists and empty objects are values", () => {
  expect(read(text(), "")).toBe("");
  expect(read(z.number(), 0)).toBe(0);
  expect(read(z.boolean(), false)).toBe(false);
  expect(read(z.array(text()), [])).toEqual([]);
  expect(read(z.record(z.string(), text()), {})).toEqual({});
  expect(read(z.strictObject({ a: text().optional() }), {})).toEqual({});
});

test("the limits of a type do not matter in an answer", () => {
  expect(read(text({ max: 3 }), "longer")).toBe("longer");
  expect(read(z.int().min(1), -5)).toBe(-5);
});

test("null stays null where it is a value", () => {
  expect([null, undefined, "a", 1].map((value) => read(text().nullable(), value))).toEqual([
    null,
    undefined,
    "a",
    undefined,
  ]);
  expect(read(z.record(z.string(), text().nullable()), { a: null })).toEqual({ a: null });
  expect(read(z.strictObject({ a: text().nullable() }).nullable(), { a: null })).toEqual({ a: null });
  expect(read(z.record(z.string(), z.any()), { a: null, b: [null] })).toEqual({ a: null, b: [null] });
});

test("enum values are read in the spelling of the table, whatever their case", () => {
  expect(read(z.enum(["ready", "not_ready"]), "NOT_READY")).toBe("not_ready");
  expect(read(z.enum(["CNAME", "TXT"]), "cname")).toBe("CNAME");
  expect(read(openEnum("ready"), "READY")).toBe("ready");
});

test("an enum value that is new to the table passes in lower case", () => {
  expect(read(z.enum(["ready"]), "Brand_New")).toBe("brand_new");
  expect(read(openEnum("ready"), "Brand_New")).toBe("brand_new");
});

test("an optional field that cannot be read is left out, and the rest of the object is read", () => {
  const type = z.strictObject({
    a: text(),
    b: text().optional(),
    c: z.strictObject({ d: text() }).optional(),
  });
  expect(read(type, { a: "x", b: 5, c: {} })).toEqual({ a: "x" });
});

test("an array of readable items is read without the others, and not at all when no item can be read", () => {
  const type = readableItemsOf(z.array(requiredField));
  expect(read(type, [{ a: "x" }, {}, null, { a: "y" }])).toEqual([{ a: "x" }, { a: "y" }]);
  expect(read(type, [])).toEqual([]);
  expect(read(type, [{}])).toBeUndefined();
  expect(read(z.strictObject({ list: type.optional() }), { list: [{}, { a: "x" }] })).toEqual({
    list: [{ a: "x" }],
  });
});

test("an object that holds nothing but write-only values may be missing in an answer", () => {
  const auth = z.strictObject({ token: writeOnly(text()), user: text().optional() });
  const sink = z.strictObject({ url: text(), auth });
  expect(read(sink, { url: "u" })).toEqual({ url: "u" });
  expect(read(sink, { url: "u", auth: {} })).toEqual({ url: "u", auth: {} });
});
