// `npm run generate` writes the SDK's classes and types, the schema of the packaged plugin, and docs/reference, from
// the tables in provider/. With --check it writes nothing, and fails when a file would change.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as registry from "../provider/index.ts";
import { commandLine } from "./command-line.ts";
import { referencePages } from "./generate/reference/pages.ts";
import { packageSchema } from "./generate/schema.ts";
import { publisherInfo } from "./generate/schema-publisher.ts";
import { fileNameOf, indexModule, resourceModule, sharedTypesModule } from "./generate/sdk-class.ts";

const { values } = commandLine("Usage: npm run generate [-- --check]\n\nWith --check it writes nothing.", {
  options: { check: { type: "boolean", default: false } },
});
const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { version, description, license, keywords } = manifest;
const packageInfo = { version, description, license, keywords, ...publisherInfo(manifest) };
const resources = Object.values(registry);
const isCheck = values.check;
const generated = "sdk/generated";
const reference = "docs/reference";
const schemaFile = "provider/hosts/plugin/schema.json";

const modules: Record<string, string> = {
  "index.ts": indexModule(resources),
  "types.ts": sharedTypesModule(resources),
  ...Object.fromEntries(
    resources.map((resource) => [`${fileNameOf(resource.type)}.ts`, resourceModule(resource)]),
  ),
};

const pages = referencePages(resources);

const stale = [
  ...Object.entries(modules).map(([name, content]) =>
    update(join(generated, name), () => formatted(name, content)),
  ),
  ...removeOthers(generated, "*.ts", modules),
  ...Object.entries(pages).map(([name, content]) => update(join(reference, name), () => content)),
  ...removeOthers(reference, "*.md", pages),
  update(schemaFile, () => json(packageSchema(packageInfo, resources))),
].filter((file) => file !== undefined);

if (isCheck && stale.length > 0) {
  console.error(`These files are not up to date: ${stale.join(", ")}. Run "npm run generate".`);
  process.exitCode = 1;
} else if (stale.length > 0) console.error(`Written: ${stale.join(", ")}`);

/** Rewrites a file. Returns its path when its content changes (with --check, when it would change). */
function update(path: string, rewrite: () => string): string | undefined {
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = rewrite();
  if (after === before) return undefined;
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
  }
  return path;
}

/** Deletes the files of a folder that no resource has any more. Returns their paths. */
function removeOthers(folder: string, pattern: string, wanted: Record<string, string>): string[] {
  const others = globSync(pattern, { cwd: join(root, folder) }).filter(
    (name) => !Object.hasOwn(wanted, name),
  );
  const paths = others.map((name) => join(folder, name));
  if (!isCheck) for (const path of paths) rmSync(join(root, path));
  return paths;
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
