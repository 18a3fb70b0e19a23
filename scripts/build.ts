// `npm run build` writes dist/: the SDK, which programs load, the provider, which the dynamic provider's process loads,
// and the packaged plugin.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
// Defines every table, which fails where one contradicts itself: the bundle does not check them again.
import "../provider/index.ts";
import { bundle, bundleProvider } from "./build/bundle.ts";
import { writePlugin } from "./build/plugin-folder.ts";
import { replaceFolder } from "./build/replace-folder.ts";
import { commandLine } from "./command-line.ts";

commandLine("Usage: npm run build", {});
const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const draft = `node_modules/.cache/pulumi-idm-build-${process.pid}`;
try {
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  await bundle("sdk/index.ts", join(draft, "sdk/index.js"));
  await bundleProvider("provider/hosts/dynamic/index.ts", join(draft, "provider"));
  await writePlugin(join(draft, "plugin"));
  emitTypes();
  replaceFolder(draft, "dist");
} finally {
  rmSync(draft, { recursive: true, force: true });
}
linkToItself();

/** Writes the type declarations of the SDK. */
function emitTypes(): void {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const folder = join(draft, "sdk");
  execFileSync(process.execPath, [tsc, "--project", "tsconfig.build.json", "--outDir", folder], {
    stdio: "inherit",
  });
  for (const file of globSync(join(folder, "*.d.ts")))
    writeFileSync(file, withJsSpecifiers(readFileSync(file, "utf8")));
}

/** TypeScript keeps `./x.ts` in declarations. Older compilers need `./x.js`. */
function withJsSpecifiers(declarations: string): string {
  return declarations.replace(/(from "\.[^"]*)\.ts"/g, '$1.js"');
}

/** Creates a link with which examples and tests import `pulumi-idm` by its name, as users do. */
function linkToItself(): void {
  if (!existsSync("node_modules/pulumi-idm")) symlinkSync("..", "node_modules/pulumi-idm", "junction");
}
