import { expect, test } from "vitest";
import { lastSeenElsewhere, normalAddress, seenAt } from "../../provider/lifecycle/last-seen.ts";

test.each([
  "https://tenant.example.com/api/v2",
  "https://tenant.example.com/api/v2/",
  "https://TENANT.example.com/api/v2",
  "https://tenant.example.com:443/api/v2",
  "HTTPS://tenant.example.com./api/v2//",
])("%s is the same address as the others", (baseUrl) => {
  expect(normalAddress(baseUrl)).toBe("https://tenant.example.com/api/v2");
});

test.each([
  "http://tenant.example.com/api/v2",
  "https://other.example.com/api/v2",
  "https://tenant.example.com:8443/api/v2",
  "https://tenant.example.com/tenants/a/api/v2",
])("%s is another address", (baseUrl) => {
  const state = { name: "a", ...seenAt("https://tenant.example.com/api/v2") };
  expect(lastSeenElsewhere([state], baseUrl)).toEqual({
    address: "https://tenant.example.com/api/v2",
    state,
  });
});

test("a state without an address, and one of the same address, were not seen elsewhere", () => {
  const baseUrl = "https://tenant.example.com/api/v2";
  expect(lastSeenElsewhere([{ name: "a" }, seenAt(baseUrl)], `${baseUrl}/`)).toBeUndefined();
});
