// The generator of the site is in scripts/site/node_modules, so that the other tools install without it.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkout, run } from "../before-install/run.mjs";
import { say, UserError } from "../before-install/terminal.mjs";

const folder = join(checkout, "scripts/site");

/** Builds the site into site/. Installs its generator where that is missing or old. Throws a UserError on failure. */
export async function buildSite(): Promise<void> {
  if (!isInstalled()) {
    say("Installs the generator of the site (scripts/site)");
    const code = await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
    if (code !== 0)
      throw new UserError("npm could not install the generator of the site: see its messages above.");
  }
  const vitepress = join(folder, "node_modules/vitepress/bin/vitepress.js");
  const code = await run(process.execPath, [vitepress, "build", folder]);
  if (code !== 0) throw new UserError("The site was not built: the messages above name the page.");
}

function isInstalled(): boolean {
  const installed = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs;
}
