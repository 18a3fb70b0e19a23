import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePlugin } from "./bundle-plugin.ts";
import { nodeLauncher } from "./launchers.ts";

/** The range of Node versions that this package supports. */
export const engines: string = JSON.parse(readFileSync("package.json", "utf8")).engines.node;

/**
 * Writes the packaged plugin for a machine that has Node: `index.js` starts it. Returns the names of its packages.
 */
export async function writePlugin(folder: string): Promise<string[]> {
  const packages = await bundlePlugin("provider/hosts/plugin/main.ts", join(folder, "plugin.js"));
  writeFileSync(join(folder, "index.js"), nodeLauncher(engines), { mode: 0o755 });
  copyFileSync("provider/hosts/plugin/schema.json", join(folder, "schema.json"));
  return packages;
}
