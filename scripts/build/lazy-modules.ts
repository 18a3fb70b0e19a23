import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * What the sources use of each module that is loaded late. Few domains need the public suffix list of tldts, a preview
 * sends no request with undici, and few runs log a line at the engine.
 */
const names = {
  tldts: Object.keys(require("tldts")),
  undici: ["Agent", "EnvHttpProxyAgent", "Pool"],
  "@pulumi/pulumi/proto/engine_grpc_pb.js": ["EngineClient"],
};

/**
 * A plugin that replaces these modules by getters, which load them at their first use. `files` says where each is: a
 * package's name or a path relative to the bundle stays outside of it. A file of a package or a `part:` goes into it.
 */
export function lazyModules(files: Partial<Record<keyof typeof names, string>>): Plugin {
  const fileOf = new Map<string, string>(Object.entries(files));
  return {
    name: "lazy-modules",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^/:]+$|^\.\//, namespace: "lazy" }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /.*/, namespace: "file" }, ({ path }) =>
        fileOf.has(path) ? { path, namespace: "lazy" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "lazy" }, ({ path }) => {
        const exported = names[path as keyof typeof names];
        const contents = exported.map((name) => lazyExport(fileOf.get(path) ?? path, name)).join("\n");
        return { contents, resolveDir: process.cwd() };
      });
    },
  };
}

function lazyExport(file: string, name: string): string {
  const get = `return require(${JSON.stringify(file)}).${name};`;
  return `Object.defineProperty(exports, ${JSON.stringify(name)}, { enumerable: true, get() { ${get} } });`;
}
