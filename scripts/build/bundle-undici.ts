import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/**
 * The parts of undici that the provider uses. They load in 9 ms. undici's main file takes 40 ms, because it also
 * loads fetch, WebSocket and more (docs/performance.md). ProxyAgent calls `connect`, which the main file would add to
 * every dispatcher.
 */
const usedParts = `
  module.exports = {
    get Agent() { return require("undici/lib/dispatcher/agent.js"); },
    get Pool() { return require("undici/lib/dispatcher/pool.js"); },
    get EnvHttpProxyAgent() {
      require("undici/lib/dispatcher/dispatcher.js").prototype.connect = require("undici/lib/api/api-connect.js");
      return require("undici/lib/dispatcher/env-http-proxy-agent.js");
    },
  };`;

/** Files that these parts load although the provider never uses them: HTTP/2, SOCKS5 and FormData bodies. */
const unusedFiles = [
  "dispatcher/client-h2.js",
  "dispatcher/socks5-proxy-agent.js",
  "web/fetch/body.js",
  "web/fetch/formdata.js",
  "web/webidl/index.js",
];

/**
 * Builds one file with the used parts of undici. Throws an Error when a new version of undici has moved one of its
 * files.
 */
export async function bundleUndici(options: BuildOptions): Promise<void> {
  const found = new Set<string>();
  await build({
    ...options,
    stdin: { contents: usedParts, resolveDir: process.cwd() },
    plugins: [emptyFiles(unusedFiles, found)],
    // undici's own build for Node sets this too: it leaves out an experimental parser.
    define: { esbuildDetection: "1" },
  });
  const missing = unusedFiles.filter((file) => !found.has(file));
  if (missing.length > 0)
    throw new Error(
      `undici no longer loads ${missing.join(", ")}: update unusedFiles in scripts/build/bundle-undici.ts`,
    );
}

/** A plugin that replaces these files below undici's `lib/` by empty ones. Adds each that it replaces to `found`. */
function emptyFiles(files: readonly string[], found: Set<string>): Plugin {
  const lib = join(dirname(createRequire(import.meta.url).resolve("undici/package.json")), "lib");
  const byPath = new Map(files.map((file) => [join(lib, file), file]));
  return {
    name: "empty-files",
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const file = byPath.get(path);
        if (file === undefined) return undefined;
        found.add(file);
        return { contents: "" };
      });
    },
  };
}
