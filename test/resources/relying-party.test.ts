import { expect, test } from "vitest";
import { isRelyingPartyOf } from "../../provider/resources/relying-party.ts";

test.each([
  ["login.example.com", "login.example.com"],
  ["example.com", "login.example.com"],
  ["b.example.com", "a.b.example.com"],
  ["Example.COM", "login.example.com"],
  ["example.co.uk", "login.example.co.uk"],
  ["corp.internal", "login.corp.internal"],
  ["com", "com"],
])("%s is a relying party of %s", (identifier, domain) => {
  expect(isRelyingPartyOf(identifier, domain)).toBe(true);
});

test.each([
  ["com", "login.example.com"],
  ["co.uk", "login.example.co.uk"],
  ["github.io", "me.github.io"],
  ["other.com", "login.example.com"],
  ["xample.com", "login.example.com"],
  ["login.example.com", "example.com"],
  ["0.0.1", "127.0.0.1"],
  ["", "login.example.com"],
])("%j is not a relying party of %s", (identifier, domain) => {
  expect(isRelyingPartyOf(identifier, domain)).toBe(false);
});
