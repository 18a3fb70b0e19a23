// What the site takes from package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../before-install/run.mjs";

interface PackageInfo {
  readonly description: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

/** The package.json of the checkout. */
export const packageInfo: PackageInfo = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));

/** The path below which the site is served, with a slash at both ends. */
export const basePath = new URL(packageInfo.homepage).pathname.replace(/\/?$/, "/");

/** The address of the repository in a browser. */
export const repositoryUrl = packageInfo.repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
