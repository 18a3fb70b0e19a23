import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalName, isRecordValue, nameAndParents } from "../../../provider/verification/dns/names.ts";

test("the parents of a name are sorted nearest first, without the root", () => {
  expect(nameAndParents("_x.Login.example.COM.")).toEqual([
    "_x.login.example.com",
    "login.example.com",
    "example.com",
    "com",
  ]);
});

test("CNAME targets compare without case and trailing dot", () => {
  fc.assert(
    fc.property(fc.domain(), fc.boolean(), (target, dot) => {
      const found = target.toUpperCase() + (dot ? "." : "");
      expect(isRecordValue({ name: "x.example.com", type: "CNAME", value: target }, found)).toBe(true);
      expect(canonicalName(found)).toBe(target.toLowerCase());
    }),
  );
});

test("TXT values compare character by character", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (value, found) => {
      expect(isRecordValue({ name: "x.example.com", type: "TXT", value }, found)).toBe(value === found);
    }),
  );
});
