// The parts of @grpc/grpc-js that the packaged plugin needs for its first answer. The rest is loaded when it is used.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import type { Plugin } from "esbuild";

const folder = dirname(createRequire(import.meta.url).resolve("@grpc/grpc-js"));

/**
 * What the plugin uses of the package, each loaded from its own file. The package's main file loads all of it, with
 * clients and balancers. The server binds to an address that the DNS resolver parses.
 */
const usedParts = `
  const parts = {
    Server() {
      require("./resolver-dns").setup();
      return require("./server").Server;
    },
    ServerCredentials: () => require("./server-credentials").ServerCredentials,
    Metadata: () => require("./metadata").Metadata,
    status: () => require("./constants").Status,
    credentials: () => require("./index").credentials,
    makeGenericClientConstructor: () => require("./index").makeGenericClientConstructor,
  };
  for (const name of Object.keys(parts)) Object.defineProperty(exports, name, { enumerable: true, get: parts[name] });`;

/** The imports of a file that are put off until they are used. */
const putOff: Record<string, readonly string[]> = {
  "channelz.js": ["./admin", "./make-client"],
  "orca.js": ["./make-client", "./channel-credentials", "./backoff-timeout", "./duration"],
};

/** The client of the provider's service, which only the engine uses. Its class would load the client's parts. */
const providerClient = /exports\.ResourceProviderClient = .*/;

/**
 * A plugin that replaces `@grpc/grpc-js` by its used parts. Throws an Error when a new version of a package no longer
 * has the replaced text. Leaves out `@grpc/proto-loader`, which the service for debugging gRPC itself uses.
 */
export const grpcParts: Plugin = {
  name: "grpc-parts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@grpc\/grpc-js$/ }, ({ path }) => ({ path, namespace: "grpc-parts" }));
    onLoad({ filter: /.*/, namespace: "grpc-parts" }, () => ({ contents: usedParts, resolveDir: folder }));
    onResolve({ filter: /^@grpc\/proto-loader$/ }, ({ path }) => ({ path, namespace: "left-out" }));
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "" }));
    onLoad({ filter: /grpc-js\/build\/src\/(channelz|orca)\.js$/ }, ({ path }) => ({
      contents: withPutOffImports(path),
    }));
    onLoad({ filter: /provider_grpc_pb\.js$/ }, ({ path }) => ({
      contents: replaced(path, readFileSync(path, "utf8"), providerClient, ""),
    }));
  },
};

/** `const a = require("./a"); … a.b` becomes `… (require("./a")).b`. */
function withPutOffImports(path: string): string {
  const imported = putOff[basename(path)] ?? [];
  return imported.reduce(
    (source, file) => {
      const statement = new RegExp(`const (\\w+) = require\\("${file}"\\);`);
      const [, name = ""] = statement.exec(source) ?? [];
      const rest = replaced(path, source, statement, "");
      return rest.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `require("${file}")`);
    },
    readFileSync(path, "utf8"),
  );
}

function replaced(path: string, source: string, pattern: RegExp, by: string): string {
  if (!pattern.test(source))
    throw new Error(`${path} no longer contains ${pattern}: update scripts/build/grpc-parts.ts`);
  return source.replace(pattern, by);
}
