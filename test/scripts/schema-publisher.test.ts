import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { publisherInfo } from "../../scripts/generate/schema-publisher.ts";
import { schemaFile } from "../../scripts/languages/sdk.ts";

test("the schema has author and addresses of package.json, and where the engine downloads the plugin", () => {
  const repository = { url: "git+https://github.com/acme/pulumi-idm.git" };
  const author = "Acme Corp. (https://acme.dev)";
  expect(publisherInfo({ author, homepage: "https://idm.acme.dev", repository })).toEqual({
    publisher: "Acme Corp.",
    homepage: "https://idm.acme.dev",
    repository: "https://github.com/acme/pulumi-idm",
    pluginDownloadURL: "github://api.github.com/acme/pulumi-idm",
  });
});

test("the schema has nothing that is a placeholder", () => {
  const repository = { url: "git+https://github.com/OWNER/pulumi-idm.git" };
  const author = "OWNER (https://github.com/OWNER)";
  expect(publisherInfo({ author, homepage: "https://pulumi-idm.example", repository })).toEqual({});
});

test("the Python package requires the version of Python that the documents name", () => {
  const { pythonRequires } = JSON.parse(readFileSync(schemaFile, "utf8")).language.python;
  expect(pythonRequires).toMatch(/^>=3\.\d+$/);
  for (const page of ["README.md", "docs/languages.md"])
    expect(readFileSync(join(checkout, page), "utf8")).toContain(
      `Python ${pythonRequires.slice(2)} or newer`,
    );
});
