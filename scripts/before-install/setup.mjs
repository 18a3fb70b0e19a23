import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { engineEnvironment } from "./engine.mjs";
import { findNode } from "./node.mjs";
import { checkout, run } from "./run.mjs";
import { say, UserError } from "./terminal.mjs";

/** What the build reads. */
const sources = [
  "sdk",
  "provider",
  "scripts/build.ts",
  "scripts/build",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
];
const builtFile = "dist/sdk/index.js";
/** A link to the checkout, by which `examples/` and tests import the package by its name. */
const selfLink = "node_modules/pulumi-idm";

/**
 * Installs the dependencies, builds the package and finds an engine, each only when needed.
 * Resolves to the environment whose PATH has Node, `pulumi` and the tools of this checkout.
 */
export async function setUp() {
  if (!isInstalled()) {
    say("Installing dependencies (npm ci) …");
    await npm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  }
  // Before anything runs under a Node that is too old for it.
  findNode();
  if (!isBuilt()) {
    say("Building the package (npm run build) …");
    await npm("run", "--silent", "build");
  }
  return engineEnvironment();
}

/** @param {string[]} args */
async function npm(...args) {
  const code = await run("npm", args, { stdio: ["ignore", 2, 2] });
  if (code !== 0) throw new UserError(`npm ${args[0]} failed with exit code ${code}. See its output above.`);
}

/** Whether every package of package-lock.json is installed in its version. Optional ones may be for other platforms. */
function isInstalled() {
  const locked = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path] ? installed[path].version === version : optional === true),
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(lockFile) {
  const file = join(checkout, lockFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

function isBuilt() {
  const built = join(checkout, builtFile);
  if (!existsSync(built) || !existsSync(join(checkout, selfLink))) return false;
  return sources.every((source) => newestChangeMs(join(checkout, source)) <= statSync(built).mtimeMs);
}

/**
 * Time of the newest change below a path. The time of a folder counts too: it changes when a file is deleted.
 * @param {string} path
 * @returns {number}
 */
function newestChangeMs(path) {
  const stat = statSync(path);
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => newestChangeMs(join(path, name))) : [];
  return Math.max(stat.mtimeMs, ...inside);
}
