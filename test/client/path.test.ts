import fc from "fast-check";
import { expect, test } from "vitest";
import { path, quote } from "../../provider/client/path.ts";

test("literal parts stay as they are, and values are encoded", () => {
  expect(path`/event-streams/${"a b"}/redeliver/${"c/d"}`).toBe("/event-streams/a%20b/redeliver/c%2Fd");
});

test.each([
  ["an empty string", ""],
  ["one dot", "."],
  ["two dots", ".."],
  ["256 characters", "x".repeat(256)],
  ["10 kB", "x".repeat(10_240)],
  ["half a surrogate pair", "\ud83e"],
])("%s is refused as a segment", (_what, segment) => {
  expect(() => path`/roles/${segment}`).toThrow(expect.objectContaining({ code: "ERR_IDM_INPUT" }));
});

test("a long value is quoted in part", () => {
  expect(quote("x".repeat(10_240)).length).toBeLessThan(70);
});

test("every value is refused or becomes one segment that decodes to itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (value) => {
      let encoded: string;
      try {
        encoded = path`/roles/${value}/x`;
      } catch {
        return value === "" || value === "." || value === ".." || value.length > 255 || !value.isWellFormed();
      }
      const { pathname } = new URL(encoded, "http://service.test");
      const segments = pathname.split("/");
      return segments.length === 4 && decodeURIComponent(segments[2] ?? "") === value;
    }),
  );
});
