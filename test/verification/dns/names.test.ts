import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalName, isRecordValue, nameAndParents } from "../../../provider/verification/dns/names.ts";

test("parents come nearest first and end below the root", () => {
  expect(nameAndParents("_x.Login.example.COM.")).toEqual([
    "_x.login.example.com",
    "login.example.com",
    "example.com",
    "com",
  ]);
});

test("targets compare in any case, with or without a dot at the end", () => {
  fc.assert(
    fc.property(fc.domain(), fc.boolean(), (target, dot) => {
      const found = target.toUpperCase() + (dot ? "." : "");
      expect(isRecordValue({ name: "x.example.com", type: "CNAME", value: target }, found)).toBe(true);
      expect(canonicalName(found)).toBe(target.toLowerCase());
    }),
  );
});

test("texts compare to the letter", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, found) => {
      expect(isRecordValue({ name: "x.example.com", type: "TXT", value }, found)).toBe(value === found);
    }),
  );
});
