import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { relativeName, relativeTo } from "../../sdk/dns-names.ts";

const label = fc.stringMatching(/^[a-zA-Z0-9_]([a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/);
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join("."));
const dot = fc.constantFrom("", ".");
const mixCase = (text: string, bits: boolean[]) =>
  [...text]
    .map((char, index) => (bits[index % bits.length] ? char.toUpperCase() : char.toLowerCase()))
    .join("");

test("a name in the zone loses the labels of the zone", () => {
  fc.assert(
    fc.property(name, name, dot, dot, (own, zone, nameDot, zoneDot) => {
      expect(relativeName(`${zone}${zoneDot}`, `${own}.${zone}${nameDot}`)).toBe(own);
    }),
  );
});

test("the zone itself is @, in any case", () => {
  fc.assert(
    fc.property(name, dot, fc.array(fc.boolean(), { minLength: 1 }), (zone, dot, bits) => {
      expect(relativeName(mixCase(zone, bits), zone + dot)).toBe("@");
    }),
  );
});

test("a name without the zone's labels at its end is refused", () => {
  const outside = fc
    .tuple(name, name)
    .filter(([zone, full]) => !`.${full}`.toLowerCase().endsWith(`.${zone}`.toLowerCase()));
  fc.assert(
    fc.property(outside, ([zone, full]) => {
      expect(() => relativeName(zone, full)).toThrow(`is not in the zone "${zone}"`);
    }),
  );
});

test.each([
  ["example.com", "login.example.org"],
  ["example.com", "login.badexample.com"],
  ["login.example.com", "example.com"],
  ["example.com", "com"],
])("in the zone %j the name %j is refused with the expected form", (zone, name) => {
  const wanted = `The name "${name}" is not in the zone "${zone}": wanted "${zone}" or a name that ends in ".${zone}"`;
  expect(() => relativeName(zone, name)).toThrow(wanted);
});

test.each(["", ".", "example..com", ".example.com", "example.com.."])(
  "%j is neither a name nor a zone",
  (text) => {
    expect(() => relativeName("example.com", text)).toThrow(`The name "${text}" is no domain name`);
    expect(() => relativeName(text, "example.com")).toThrow(`The zone "${text}" is no domain name`);
  },
);

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "id", state: inputs }),
    call: ({ inputs }) => inputs,
  }),
);

test("relativeTo accepts outputs and returns an output", async () => {
  const record = pulumi.output({ name: "_proof.login.example.com", type: "TXT", value: "proof" });
  expect(await settled(relativeTo("example.com", record.name))).toBe("_proof.login");
  expect(await settled(relativeTo(pulumi.output("login.example.com."), record.name))).toBe("_proof");
  expect(await settled(relativeTo(Promise.resolve("example.com"), "example.com"))).toBe("@");
});

test("a secret name stays secret", async () => {
  expect(await pulumi.isSecret(relativeTo("example.com", pulumi.secret("login.example.com")))).toBe(true);
});

function settled<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
