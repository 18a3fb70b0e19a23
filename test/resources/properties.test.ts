import fc from "fast-check";
import { expect, test } from "vitest";
import { checkInputs } from "../../provider/lifecycle/check.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { customDomain } from "../../provider/resources/custom-domain.ts";
import { crossing } from "./crossing.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const failing = (inputs: Props): string[] =>
  checkInputs(customDomain, { domain: "login.example.com", type: "self_managed_certs", ...inputs }).map(
    ({ property }) => property,
  );

/** The rule for domains in docs/service.md, implemented a second time. */
function isDomain(text: string): boolean {
  if (text.length < 3 || text.length > 255) return false;
  return text.split(".").every((label) => label.length >= 1 && label.length <= 63 && isLabel([...label]));
}

function isLabel(letters: string[]): boolean {
  const isAlphanumeric = (letter = "") =>
    letter.length === 1 &&
    "abcdefghijklmnopqrstuvwxyz0123456789".includes(letter.toLowerCase()) &&
    letter.charCodeAt(0) < 128;
  return (
    letters.every((letter) => letter === "-" || isAlphanumeric(letter)) &&
    isAlphanumeric(letters[0]) &&
    isAlphanumeric(letters.at(-1))
  );
}

/** Labels near their limits; some are not allowed. */
const label = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,8}[a-zA-Z0-9])?$/) },
  { weight: 2, arbitrary: fc.integer({ min: 61, max: 65 }).map((length) => "a".repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom("", "-a", "a-", "a_b", "ä", "ſ", "K", "a b", "a\n", "*") },
);
const domainLike = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join(".")),
  fc.string({ maxLength: 6 }),
);

test("the check accepts exactly the domains that the interface allows", () => {
  fc.assert(
    fc.property(domainLike, (domain) => {
      expect(failing({ domain }).includes("domain")).toBe(!isDomain(domain));
    }),
    { numRuns: 2_000 },
  );
});

const metadataKey = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("constructor", "toString", "a b", "snake_case", "camelCase"),
);
const metadataValue = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(fc.constant(null), fc.string({ unit: "grapheme", maxLength: 5 })) },
  { weight: 1, arbitrary: fc.integer({ min: 254, max: 257 }).map((length) => "🦊".repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(1, true, {}, []) },
);
const metadata = fc
  .uniqueArray(fc.tuple(metadataKey, metadataValue), { selector: ([key]) => key, maxLength: 13 })
  .map((entries) => Object.fromEntries(entries) as Props);

/** The rule for metadata in docs/service.md, implemented a second time. */
function isMetadata(object: Props): boolean {
  const fits = (value: unknown) =>
    value === null || (typeof value === "string" && Array.from(value).length <= 255);
  return Object.keys(object).length <= 10 && Object.values(object).every(fits);
}

test("the check accepts exactly the metadata that the interface allows", () => {
  fc.assert(
    fc.property(metadata, (domainMetadata) => {
      expect(failing({ domainMetadata }).length === 0).toBe(isMetadata(domainMetadata));
    }),
    { numRuns: 2_000 },
  );
});

/** The same keys in the same order, at any depth. */
const sameJson = (left: unknown, right: unknown) => expect(JSON.stringify(left)).toBe(JSON.stringify(right));

const flag = fc.boolean();
const attributes = fc.dictionary(metadataKey, flag, { maxKeys: 3 });
const namespaces = fc.dictionary(metadataKey, attributes, { maxKeys: 2 });
const presentation = fc.dictionary(metadataKey, namespaces, { maxKeys: 2 });

test("keys and values of the user are sent and read as they are, and the state never contains undefined", async () => {
  const { service, stack, up } = await worldForTest();
  // The stand-in service counts an emoji as two characters.
  const plain = metadata.filter(
    (object) =>
      isMetadata(object) &&
      Object.values(object).every((value) => value === null || String(value).length <= 255),
  );
  await fc.assert(
    fc.asyncProperty(plain, presentation, async (domainMetadata, presentation) => {
      const program = {
        domain: {
          type: "CustomDomain",
          inputs: { domain: "login.example.com", type: "self_managed_certs", domainMetadata },
        },
        template: {
          type: "VcTemplate",
          inputs: {
            name: "n",
            type: "t",
            dialect: "simplified/1.0",
            presentation,
            wellKnownTrustedIssuers: "aamva",
          },
        },
      } as const;
      await up(program);
      sameJson([...service.tenant.domains.values()][0]?.domain_metadata, domainMetadata);
      sameJson([...service.tenant.templates.values()][0]?.presentation, presentation);
      succeeded(await stack.refresh());
      sameJson(stack.outputs("domain").domainMetadata, domainMetadata);
      sameJson(stack.outputs("template").presentation, presentation);
      for (const name of ["domain", "template"]) expect(() => crossing(stack.outputs(name))).not.toThrow();
      expect(await up(program)).toEqual({ domain: "same", template: "same" });
      succeeded(await stack.destroy());
    }),
    { numRuns: 100 },
  );
});
