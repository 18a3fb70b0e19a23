import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * What decides how fast the provider process starts (docs/performance.md has the figures). zod is bundled, as nine tenths of it are
 * not used; what talks to the network or ages stays outside, so that its fixes reach users without a release of ours.
 */
const outside = ["@pulumi/pulumi", "undici", "jose", "tldts"];
/** Loaded when one of their exports is used first: a preview sends nothing, and few domains need the public suffix list. */
const lazy = ["undici", "tldts"];
/** Where an export lives whose package would load much besides it; a version that has moved it costs time, nothing else. */
export const shortCuts: Record<string, string> = {
  Agent: "undici/lib/dispatcher/agent.js",
  EnvHttpProxyAgent: "undici/lib/dispatcher/env-http-proxy-agent.js",
};

/** Makes one CommonJS file out of a module and what it imports; `contained` names the packages in it that are others' work. */
export async function bundle(entry: string, outfile: string, contained: readonly string[]): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    external: outside,
    platform: "node",
    format: "cjs",
    target: "node22.19",
    supported: { "dynamic-import": true },
    logLevel: "warning",
    plugins: [lazyDependencies, zodAsNamespace],
    footer: { js: contained.map(licenceOf).join("\n") },
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
  const load = `return require(${JSON.stringify(path)}).${name};`;
  const shortCut = shortCuts[name];
  const first = shortCut ? `try { return require(${JSON.stringify(shortCut)}); } catch {}` : "";
  return `Object.defineProperty(exports, ${JSON.stringify(name)}, { enumerable: true, get() { ${first} ${load} } });`;
}

/** esbuild leaves out what is not used of a namespace, but not of an object that is exported as `z`. */
const zodAsNamespace: Plugin = {
  name: "zod-as-namespace",
  setup({ onLoad }) {
    onLoad({ filter: /\/provider\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace('import { z } from "zod"', 'import * as z from "zod"'),
      loader: "ts",
    }));
  },
};

function licenceOf(name: string): string {
  const text = readFileSync(
    require.resolve(`${name}/package.json`).replace("package.json", "LICENSE"),
    "utf8",
  );
  return `/*\n${name} is part of this file, under this licence:\n\n${text}*/`;
}
