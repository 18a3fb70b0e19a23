import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as registry from "../provider/index.ts";
import { checkInputs } from "../provider/lifecycle/check.ts";
import { unknownValue } from "../provider/lifecycle/handlers.ts";
import type { Resource } from "../provider/lifecycle/resource.ts";
import { checkout } from "../scripts/before-install/run.mjs";
import { fileNameOf } from "../scripts/generate/sdk-class.ts";
import { loadRouteFiles } from "./service/route-files.ts";
import { Tenant } from "./service/tenant.ts";

const resources: readonly Resource[] = Object.values(registry);

test.each(resources)("$type has tests and routes of the stand-in service", async (resource) => {
  expect(await missingFor(resource)).toEqual([]);
});

test.each(resources)("$type has an example that its own check accepts", (resource) => {
  const inputs = JSON.parse(JSON.stringify(resource.example?.inputs ?? {}), (_key, value) =>
    typeof value === "string" && value.startsWith("$") ? unknownValue : value,
  );
  const file = `provider/resources/${fileNameOf(resource.type)}.ts`;
  expect(resource.example, `${resource.type} has no example: add one to ${file}.`).toBeDefined();
  expect(checkInputs(resource, inputs), `the example in ${file}`).toEqual([]);
});

test("every resource file is in the registry", async () => {
  const missing: string[] = [];
  for (const file of globSync("provider/resources/*.ts", { cwd: checkout })) {
    const exported = Object.entries(await import(join(checkout, file)));
    for (const [name, value] of exported)
      if (isResource(value) && !resources.includes(value))
        missing.push(
          `Add to provider/index.ts: export { ${name} } from "./resources/${file.split("/").at(-1)}";`,
        );
  }
  expect(missing).toEqual([]);
});

/** What a resource still needs: one sentence for each file to write. */
async function missingFor({ type, collection }: Resource): Promise<string[]> {
  const tests = `test/resources/${fileNameOf(type)}.test.ts`;
  const route = collection && `test/service/routes/${collection.path.split("/").at(-1)}.ts`;
  const checks: readonly [isThere: boolean, sentence: string][] = [
    [existsSync(join(checkout, tests)), `${type} has no tests: write ${tests}.`],
    [
      !collection || (await routePaths()).includes(collection.path),
      `The stand-in service has no ${collection?.path}: write ${route}.`,
    ],
  ];
  return checks.filter(([isThere]) => !isThere).map(([, sentence]) => sentence);
}

async function routePaths(): Promise<string[]> {
  const factories = await loadRouteFiles();
  return factories.flatMap((routes) => routes({ tenant: new Tenant(), options: {} })).map(({ path }) => path);
}

function isResource(value: unknown): value is Resource {
  return typeof value === "object" && value !== null && "properties" in value && "verbs" in value;
}
