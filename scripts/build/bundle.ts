import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BuildOptions, build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * What decides how fast the provider process starts (docs/performance.md has the figures). zod is bundled, as nine tenths of it are
 * not used; what handles keys or ages stays outside, so that its fixes reach users without a release of ours.
 */
const outside = ["@pulumi/pulumi", "jose", "tldts"];
/** Loaded when one of its exports is used first: few domains need the public suffix list. */
const lazy = ["tldts"];

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

/** Makes `index.js` out of the provider's module and what it imports, and beside it `zod.js`, which the first check loads. */
export async function bundleProvider(entry: string, folder: string): Promise<void> {
  const sources = globSync("provider/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const used = zodExportsIn(sources.filter((source) => zodImport.test(source)).join("\n"));
  await build({
    ...common,
    entryPoints: [entry],
    outfile: `${folder}/index.js`,
    plugins: [lazyDependencies, lazyZod(used)],
  });
  await build({
    ...common,
    stdin: { contents: `export { ${used.join(", ")} } from "zod";`, resolveDir: process.cwd() },
    outfile: `${folder}/zod.js`,
    footer: { js: licenceOf("zod") },
  });
}

const lazyDependencies: Plugin = {
  name: "lazy-dependencies",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${lazy.join("|")})$`) }, ({ path, namespace }) =>
      namespace === "lazy" ? { path, external: true } : { path, namespace: "lazy" },
    );
    onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => ({
      contents: Object.keys(require(path))
        .map((name) => lazyExport(path, name))
        .join("\n"),
    }));
  },
};

function lazyExport(path: string, name: string): string {
  const get = `return require(${JSON.stringify(path)}).${name};`;
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

function lazyZod(used: readonly string[]): Plugin {
  return {
    name: "lazy-zod",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^zod$/ }, () => ({ path: "zod", namespace: "lazy-zod" }));
      onResolve({ filter: /^\.\/zod\.js$/, namespace: "lazy-zod" }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: "lazy-zod" }, () => ({
        contents: `export const z = { ${used.map((name) => `get ${name}() { return require("./zod.js").${name}; }`).join(", ")} };`,
      }));
    },
  };
}

function licenceOf(name: string): string {
  const text = readFileSync(
    require.resolve(`${name}/package.json`).replace("package.json", "LICENSE"),
    "utf8",
  );
  return `/*\n${name} is part of this file, under this licence:\n\n${text}*/`;
}
