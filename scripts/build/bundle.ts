import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { bundleUndici } from "./bundle-undici.ts";
import { lazyModules } from "./lazy-modules.ts";
import { licenceOf } from "./licences.ts";
import { nodeVersionCheck } from "./node-version.ts";

const require = createRequire(import.meta.url);

/**
 * Packages that are not bundled: their security fixes reach users without a release of this package. zod is bundled,
 * because nine tenths of it are not used and it would load slowly (docs/performance.md).
 */
const outside = ["@pulumi/pulumi", "jose", "tldts"];
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; homepage: string };
/** Version of this package. */
export const { version } = manifest;

/** What the bundles of the provider know at build time. The build has defined every table: `define-resource.ts`. */
export const defined = {
  tablesAreChecked: "true",
  packageVersion: JSON.stringify(version),
  packageHomepage: JSON.stringify(manifest.homepage),
};

/** Options of every bundle. */
export const common: BuildOptions = {
  bundle: true,
  external: outside,
  platform: "node",
  format: "cjs",
  target: "node22.19",
  supported: { "dynamic-import": true },
  logLevel: "warning",
};

/** The first statement of each entry file. */
const banner = { js: nodeVersionCheck(require("../../package.json").engines.node) };

/** Bundles a module and what it imports into one CommonJS file. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({ ...common, entryPoints: [entry], outfile, banner });
}

/**
 * Bundles the provider into `index.js`, and two packages beside it: `zod.js`, which it loads at once, and `undici.js`,
 * which the first request loads.
 */
export async function bundleProvider(entry: string, folder: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [entry],
    outfile: `${folder}/index.js`,
    banner,
    plugins: [lazyModules({ tldts: "tldts", undici: "./undici.js" }), zodBeside],
    define: defined,
    // The shell in each state reads a handler by its type name straight from the module.
    footer: { js: "module.exports = module.exports.providers;" },
  });
  await bundleZod(`${folder}/zod.js`);
  await bundleUndici({ ...common, outfile: `${folder}/undici.js`, footer: { js: licenceOf("undici") } });
}

/** What the sources use of zod, without white space: Node parses the file at each start. */
export async function bundleZod(outfile: string): Promise<void> {
  const contents = `export { ${usedOfZod().join(", ")} } from "zod";`;
  await build({
    ...common,
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    minify: true,
    footer: { js: licenceOf("zod") },
  });
}

/** The names behind `z.` that are values; `core` holds types and would bring all of zod. */
function usedOfZod(): string[] {
  const sources = globSync("provider/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const names = sources.flatMap((source) => [...source.matchAll(/\bz\.(\w+)/g)].map(([, name = ""]) => name));
  const values = new Set(Object.keys(require("zod")));
  return [...new Set(names)].filter((name) => name !== "core" && values.has(name)).sort();
}

const zodBeside: Plugin = {
  name: "zod-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^zod$/ }, () => ({ path: "./zod.js", external: true }));
  },
};
