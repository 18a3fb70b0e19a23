import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bindSchema, schemaFile } from "../../scripts/languages/sdk.ts";
import { folderForFile } from "../temporary-folder.ts";
import { setUpMs } from "./language-project.ts";

const folder = folderForFile();

test("Pulumi's binder accepts the schema, and refuses one with a missing type", {
  timeout: setUpMs,
}, async () => {
  await bindSchema(schemaFile);
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  delete schema.types["idm:index:CustomDomainType"];
  const broken = join(folder, "schema.json");
  writeFileSync(broken, JSON.stringify(schema));
  await expect(bindSchema(broken)).rejects.toThrow("idm:index:CustomDomainType");
});
