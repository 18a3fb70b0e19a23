import { expect, test } from "vitest";
import { licenceOf, licenceText } from "../../scripts/build/licences.ts";

test("the licence of undici has that of llhttp, and the licence of tldts that of the Public Suffix List", () => {
  expect(licenceOf("undici")).toMatch(/Matteo Collina.*llhttp.*Copyright Fedor Indutny, 2018\./s);
  expect(licenceText("tldts")).toMatch(/Thomas Parisot.*Public Suffix List.*mozilla\.org\/MPL\/2\.0/s);
});
