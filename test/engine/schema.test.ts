import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindSchema, schemaFile } from "../../scripts/languages/sdk.ts";
import { setUpMs } from "./language-project.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-idm-schema-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

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
