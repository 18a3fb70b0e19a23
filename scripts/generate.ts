// `npm run generate` writes the SDK's classes and types, the schema of the packaged plugin, and the tables of the
// reference, from the tables in provider/resources. With --check it writes nothing, and fails when a file would change.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as registry from "../provider/index.ts";
import { packageSchema } from "./generate/schema.ts";
import { fileNameOf, indexModule, resourceModule, sharedTypesModule } from "./generate/sdk-class.ts";
import { resourceTables } from "./generate/tables.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version, description, license, keywords } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const resources = Object.values(registry);
const isCheck = process.argv.includes("--check");
const generated = "sdk/generated";
const schemaFile = "provider/hosts/plugin/schema.json";
const referencePage = "docs/reference/README.md";

const modules: Record<string, string> = {
  "index.ts": indexModule(resources),
  "types.ts": sharedTypesModule(resources),
  ...Object.fromEntries(
    resources.map((resource) => [`${fileNameOf(resource.type)}.ts`, resourceModule(resource)]),
  ),
};

const stale = [
  ...Object.entries(modules).map(([name, content]) =>
    update(join(generated, name), () => formatted(name, content)),
  ),
  ...globSync("*.ts", { cwd: join(root, generated) })
    .filter((name) => !Object.hasOwn(modules, name))
    .map((name) => remove(join(generated, name))),
  update(schemaFile, () => json(packageSchema({ version, description, license, keywords }, resources))),
  update(referencePage, (page) => betweenMarkers(page, resourceTables(resources))),
].filter((file) => file !== undefined);

if (isCheck && stale.length > 0) {
  console.error(`These files are not up to date: ${stale.join(", ")}. Run "npm run generate".`);
  process.exitCode = 1;
} else if (stale.length > 0) console.error(`Written: ${stale.join(", ")}`);

/** Rewrites a file. Returns its path when its content changes (with --check, when it would change). */
function update(path: string, rewrite: (content: string) => string): string | undefined {
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = rewrite(before);
  if (after === before) return undefined;
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
  }
  return path;
}

/** Deletes a generated file that no resource has any more. Returns its path. */
function remove(path: string): string {
  if (!isCheck) rmSync(join(root, path));
  return path;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Formats a generated file as `npm run fix` does. */
function formatted(name: string, content: string): string {
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["check", "--write", `--stdin-file-path=${join(generated, name)}`], {
    input: content,
    encoding: "utf8",
    cwd: root,
  });
}

/** Replaces what is between the markers of the page. Throws an Error when a marker is missing. */
function betweenMarkers(page: string, tables: string): string {
  const [begin, end] = ["<!-- resources -->\n", "\n<!-- /resources -->"];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end, from - 1);
  if (from < begin.length || to < 0)
    throw new Error(
      `${referencePage} has no place for the resource tables: add the lines <!-- resources --> and <!-- /resources -->`,
    );
  return page.slice(0, from) + tables + page.slice(to);
}
