import { expect, test } from "vitest";
import { schemaAddresses } from "../../scripts/generate/schema-addresses.ts";

test("the schema has the addresses of package.json, and where the engine downloads the plugin", () => {
  const repository = { url: "git+https://github.com/acme/pulumi-idm.git" };
  expect(schemaAddresses({ homepage: "https://idm.acme.dev", repository })).toEqual({
    homepage: "https://idm.acme.dev",
    repository: "https://github.com/acme/pulumi-idm",
    pluginDownloadURL: "github://api.github.com/acme/pulumi-idm",
  });
});

test("the schema has no address that is a placeholder", () => {
  const repository = { url: "git+https://github.com/OWNER/pulumi-idm.git" };
  expect(schemaAddresses({ homepage: "https://pulumi-idm.example", repository })).toEqual({});
});
