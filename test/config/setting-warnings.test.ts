import { expect, test } from "vitest";
import { settingWarnings } from "../../provider/config/setting-warnings.ts";

test.each([
  ["idm:baseURL", "idm:baseUrl"],
  ["idm:base_url", "idm:baseUrl"],
  ["idm:maxConcurency", "idm:maxConcurrency"],
  ["idm:MAX-CONCURRENCY", "idm:maxConcurrency"],
  ["idm:clientsecret", "idm:clientSecret"],
  ["idm:dnsServer", "idm:dnsServers"],
])("%s is told with the nearest setting %s", (key, nearest) => {
  expect(settingWarnings({ [key]: "plain" }, "app")).toEqual([
    `${key} is not a setting of pulumi-idm and has no effect. Use ${nearest}.`,
  ]);
});

test("a key that resembles no setting is told with all settings", () => {
  const [warning, ...others] = settingWarnings({ "idm:colour": "plain" }, "app");
  expect(warning).toMatch(/^idm:colour is not a setting of pulumi-idm.*idm:baseUrl, .*idm:log\.$/);
  expect(others).toEqual([]);
});

test("a project named idm may have keys of its own, unless they resemble a setting", () => {
  expect(settingWarnings({ "idm:colour": "plain" }, "idm")).toEqual([]);
  expect(settingWarnings({ "idm:baseURL": "plain" }, "idm")).toHaveLength(1);
});

test("a secret in plain text is told, and an encrypted one is not", () => {
  const plain = {
    "idm:clientSecret": "plain",
    "idm:accessToken": "plain",
    "idm:privateKey": "plain",
  } as const;
  const warnings = settingWarnings(plain, "app");
  expect(warnings).toHaveLength(3);
  for (const warning of warnings) expect(warning).toMatch(/plain text.*config set --secret idm:/);
  expect(settingWarnings({ "idm:clientSecret": "secret", "idm:clientId": "plain" }, "app")).toEqual([]);
});
