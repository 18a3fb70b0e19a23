import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { checkout } from "../scripts/before-install/run.mjs";
import { grpcParts } from "../scripts/build/grpc-parts.ts";

/** The plugins that are measured, by the name of their package. */
const files = {
  idm: join(checkout, "dist/plugin/index.js"),
  waiting: join(checkout, "node_modules/.cache/pulumi-idm-bench/bare-plugin.js"),
  requesting: join(checkout, "node_modules/.cache/pulumi-idm-bench/requesting-plugin.js"),
};

/** Names of the plugins' processes. */
export const pluginNames = Object.keys(files).map((name) => `pulumi-resource-${name}`);

/** Writes the do-nothing plugin, and the one that sends requests: one file, with the same parts of gRPC as ours. */
export async function bundleBarePlugins(): Promise<void> {
  await bundleBarePlugin(files.waiting, false);
  await bundleBarePlugin(files.requesting, true);
}

async function bundleBarePlugin(outfile: string, sendsRequests: boolean): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "programs/bare-plugin-provider.cjs")],
    outfile,
    define: { SENDS_REQUESTS: `${sendsRequests}` },
    bundle: true,
    platform: "node",
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: "#!/usr/bin/env node" },
    plugins: [grpcParts],
  });
  chmodSync(outfile, 0o755);
}

/** Makes the engine find the plugins in the project of this folder. */
export function addPlugins(folder: string): void {
  const path = join(folder, "plugins");
  mkdirSync(path);
  for (const [name, file] of Object.entries(files)) symlinkSync(file, join(path, `pulumi-resource-${name}`));
  const settings = join(folder, "Pulumi.yaml");
  const providers = Object.keys(files).map((name) => ({ name, path }));
  const project = JSON.parse(readFileSync(settings, "utf8"));
  writeFileSync(settings, JSON.stringify({ ...project, plugins: { providers } }));
}
