import { globSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { bundleUndici } from "./bundle-undici.ts";
import { nodeVersionCheck } from "./node-version.ts";

const require = createRequire(import.meta.url);

/**
 * Packages that are not bundled: their security fixes reach users without a release of this package. zod is bundled,
 * because nine tenths of it are not used and it would load slowly (docs/performance.md).
 */
const outside = ["@pulumi/pulumi", "jose", "tldts"];
/**
 * Packages that are loaded when one of their exports is first used, from `file`: few domains need the public suffix
 * list, and a preview sends no request.
 */
const lazy: Record<string, { readonly file: string; readonly names: readonly string[] }> = {
  tldts: { file: "tldts", names: Object.keys(require("tldts")) },
  undici: { file: "./undici.js", names: ["Agent", "EnvHttpProxyAgent", "Pool"] },
};

/** The packages that the packaged plugin contains besides zod and undici. */
const packagesInPlugin = ["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf", "jose", "tldts"];
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

const common: BuildOptions = {
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
    plugins: [lazyModules({ isBundled: false }), zodBeside],
    // The build has defined every table: see provider/lifecycle/define-resource.ts.
    define: { tablesAreChecked: "true", packageVersion: JSON.stringify(version) },
    // The shell in each state reads a handler by its type name straight from the module.
    footer: { js: "module.exports = module.exports.providers;" },
  });
  await bundleZod(`${folder}/zod.js`);
  await bundleUndici({ ...common, outfile: `${folder}/undici.js`, footer: { js: licenceOf("undici") } });
}

/**
 * Bundles the packaged plugin and all that it uses into one file, which runs on a machine that has nothing but Node.
 */
export async function bundlePlugin(entry: string, outfile: string): Promise<void> {
  const draft = `${outfile}.parts`;
  await bundleZod(join(draft, "zod.js"));
  await bundleUndici({ ...common, outfile: join(draft, "undici.js"), footer: { js: licenceOf("undici") } });
  await build({
    ...common,
    external: [],
    entryPoints: [entry],
    outfile,
    minifyWhitespace: true,
    banner: { js: "#!/usr/bin/env node" },
    plugins: [lazyModules({ isBundled: true, folder: resolve(draft) }), parts(resolve(draft))],
    define: {
      tablesAreChecked: "true",
      packageVersion: JSON.stringify(version),
      "import.meta.dirname": "__dirname",
    },
    footer: { js: packagesInPlugin.map(licenceOf).join("\n") },
  });
  rmSync(draft, { recursive: true });
}

/** A plugin that takes zod from the file of its used parts. */
function parts(folder: string): Plugin {
  return {
    name: "parts",
    setup({ onResolve }) {
      onResolve({ filter: /^zod$/ }, () => ({ path: join(folder, "zod.js") }));
    },
  };
}

/** What the sources use of zod, without white space: Node parses the file at each start. */
async function bundleZod(outfile: string): Promise<void> {
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

/**
 * A plugin that replaces the `lazy` packages by getters, which load them at the first use: from beside the bundle, or
 * from within it.
 */
function lazyModules({ isBundled, folder = "" }: { isBundled: boolean; folder?: string }): Plugin {
  return {
    name: "lazy-modules",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/, namespace: "lazy" }, ({ path }) => {
        if (!isBundled) return { path, external: true };
        return { path: path.startsWith("./") ? join(folder, path) : require.resolve(path) };
      });
      onResolve({ filter: new RegExp(`^(${Object.keys(lazy).join("|")})$`) }, ({ path }) => ({
        path,
        namespace: "lazy",
      }));
      onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => {
        const { file = path, names = [] } = lazy[path] ?? {};
        return { contents: names.map((name) => lazyExport(file, name)).join("\n") };
      });
    },
  };
}

function lazyExport(file: string, name: string): string {
  const get = `return require(${JSON.stringify(file)}).${name};`;
  return `Object.defineProperty(exports, ${JSON.stringify(name)}, { enumerable: true, get() { ${get} } });`;
}

function licenceOf(name: string): string {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const [file] = globSync("LICEN[CS]E*", { cwd: folder });
  const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = file ? readFileSync(join(folder, file), "utf8") : `${license}\n`;
  return `/*\n${name} is part of this file, under this licence:\n\n${text}*/`;
}
