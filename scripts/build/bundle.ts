import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { bundleUndici } from "./bundle-undici.ts";

const require = createRequire(import.meta.url);

/**
 * What decides how fast the provider process starts (docs/performance.md has the figures). zod is bundled, as nine tenths of it are
 * not used; what handles keys or ages stays outside, so that its fixes reach users without a release of ours.
 */
const outside = ["@pulumi/pulumi", "jose", "tldts"];
/** Loaded when one of their exports is used first, each from this file: few domains need the public suffix list, and only a check needs zod. */
const lazy: Record<string, { readonly file: string; readonly names: readonly string[] }> = {
  tldts: { file: "tldts", names: Object.keys(require("tldts")) },
  zod: { file: "./zod.js", names: ["z"] },
  undici: { file: "./undici.js", names: ["Agent", "EnvHttpProxyAgent", "Pool"] },
};

const common: BuildOptions = {
  bundle: true,
  external: outside,
  platform: "node",
  format: "cjs",
  target: "node22.19",
  supported: { "dynamic-import": true },
  logLevel: "warning",
};

/** Makes one CommonJS file out of a module and what it imports. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({ ...common, entryPoints: [entry], outfile });
}

/**
 * Makes `index.js` out of the provider's module and what it imports, and beside it `zod.js`, which the first check
 * loads, and `undici.js`, which the first request loads.
 */
export async function bundleProvider(entry: string, folder: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [entry],
    outfile: `${folder}/index.js`,
    plugins: [lazyModules],
    // The shell in each state reads a handler by its type name straight from the module.
    footer: { js: "module.exports = module.exports.providers;" },
  });
  const sources = globSync("provider/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const used = zodExportsIn(sources.filter((source) => zodImport.test(source)).join("\n"));
  await build({
    ...common,
    stdin: {
      contents: `import * as zod from "zod"; export const z = { ${used.map((name) => `${name}: zod.${name}`)} };`,
      resolveDir: process.cwd(),
    },
    outfile: `${folder}/zod.js`,
    footer: { js: licenceOf("zod") },
  });
  await bundleUndici({ ...common, outfile: `${folder}/undici.js`, footer: { js: licenceOf("undici") } });
}

const lazyModules: Plugin = {
  name: "lazy-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/, namespace: "lazy" }, ({ path }) => ({ path, external: true }));
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

function lazyExport(file: string, name: string): string {
  const get = `return require(${JSON.stringify(file)}).${name};`;
  return `Object.defineProperty(exports, ${JSON.stringify(name)}, { enumerable: true, get() { ${get} } });`;
}

/** One that imports values, and not types alone. */
const zodImport = /^import \{ z \} from "zod";$/m;

/** The values of zod that `sources` use; esbuild leaves out what is not used of single exports, but not of the object `z`. */
function zodExportsIn(sources: string): string[] {
  const values = new Set(Object.keys(require("zod")));
  const names = [...sources.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => values.has(name)).sort();
}

function licenceOf(name: string): string {
  const text = readFileSync(
    require.resolve(`${name}/package.json`).replace("package.json", "LICENSE"),
    "utf8",
  );
  return `/*\n${name} is part of this file, under this licence:\n\n${text}*/`;
}
