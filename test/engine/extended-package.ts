import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";

const copied = [
  "provider",
  "sdk",
  "scripts",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "biome.json",
  "README.md",
  ".gitignore",
];

/**
 * Adds the resource of the tests to a copy of the package in `folder` as CONTRIBUTING.md says: one file, one line in
 * the registry, then `npm run generate` and `npm run build`. Returns `node_modules` in which `pulumi-idm` is the copy.
 */
export function packageWithWebhook(folder: string): string {
  for (const name of copied) cpSync(join(checkout, name), join(folder, name), { recursive: true });
  const modules = join(folder, "node_modules");
  linkModules(modules);
  const table = readFileSync(join(checkout, "test/resources/webhook.ts"), "utf8");
  const inPlace = table.replaceAll("../../provider/resources/", "./").replaceAll("../../provider/", "../");
  writeFileSync(join(folder, "provider/resources/webhook.ts"), withoutRegistry(inPlace));
  appendFileSync(join(folder, "provider/index.ts"), 'export { webhook } from "./resources/webhook.ts";\n');
  for (const script of ["scripts/generate.ts", "scripts/build.ts"])
    execFileSync(process.execPath, [script], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return modules;
}

/** Every package of the checkout but `pulumi-idm` itself, which the build links to the copy. */
function linkModules(modules: string): void {
  mkdirSync(modules);
  const original = join(checkout, "node_modules");
  for (const name of readdirSync(original))
    if (name !== "pulumi-idm" && name !== ".cache") symlinkSync(join(original, name), join(modules, name));
}

/** Removes the parts that import the registry: in the copy, the registry imports the resource. */
function withoutRegistry(table: string): string {
  return table.replace(/^import \* as registry .*\n/m, "").replace(/\/\*\* The registry, and[\s\S]*$/, "");
}
