import { expect, test } from "vitest";
import { settingNames, variableName } from "../../provider/config/setting-table.ts";
import { settingSpecs } from "../../scripts/generate/schema-settings.ts";

type Specs = Record<string, Record<string, unknown>>;

const { config, provider } = settingSpecs() as {
  config: { variables: Specs };
  provider: { inputProperties: Specs; properties: Specs };
};

test("stack configuration and provider resource have every setting, with its environment variable as default", () => {
  for (const specs of [config.variables, provider.inputProperties]) {
    expect(Object.keys(specs)).toEqual(settingNames);
    for (const name of settingNames)
      expect(specs[name]?.defaultInfo).toEqual({ environment: [variableName(name)] });
  }
});

test("settings have types, limits and fixed defaults", () => {
  expect(provider.inputProperties).toMatchObject({
    baseUrl: { type: "string" },
    maxConcurrency: { type: "integer", default: 16, description: expect.stringContaining("1 to 256.") },
    requestTimeoutSeconds: { type: "number", default: 30 },
    bulkRead: { type: "boolean", default: true },
  });
  expect(provider.inputProperties.maxRequestsPerSecond).not.toHaveProperty("default");
});

test("exactly the credentials are secret, as arguments and as outputs", () => {
  for (const specs of [config.variables, provider.inputProperties, provider.properties]) {
    const secrets = Object.keys(specs).filter((name) => specs[name]?.secret);
    expect(secrets).toEqual(["accessToken", "clientSecret", "privateKey"]);
  }
});
