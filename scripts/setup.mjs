// What a fresh clone lacks: dependencies, the built package, an engine. Runs under older Nodes; quiet when there is nothing to do.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { engineEnvironment } from "./engine.mjs";
import { checkout, run } from "./run.mjs";
import { Advice, say } from "./say.mjs";

const SOURCES = [
  "sdk",
  "provider",
  "scripts/build.ts",
  "scripts/build",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
];
const BUILT = "dist/sdk/index.js";
/** How `examples/` and tests import the package by its name. */
const SELF_LINK = "node_modules/pulumi-idm";

/** Sets up what is missing and resolves to an environment in which Node, `pulumi` and the tools of this checkout are found. */
export async function setUp() {
  if (!isInstalled()) {
    say("Installing dependencies (npm ci) …");
    await npm("ci", "--no-audit", "--no-fund", "--loglevel=error");
  }
  if (!isBuilt()) {
    say("Building the package (npm run build) …");
    await npm("run", "--silent", "build");
  }
  return engineEnvironment();
}

async function npm(...args) {
  const code = await run("npm", args, { stdio: ["ignore", 2, 2] });
  if (code !== 0)
    throw new Advice(`npm ${args[0]} failed with exit code ${code}; its output above says why.`);
}

/** Whether every package of package-lock.json is there in its version; optional ones belong to other platforms. */
function isInstalled() {
  const locked = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(locked).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path] ? installed[path].version === version : optional === true),
  );
}

function packagesOf(lockFile) {
  const file = join(checkout, lockFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

function isBuilt() {
  const built = join(checkout, BUILT);
  if (!existsSync(built) || !existsSync(join(checkout, SELF_LINK))) return false;
  return SOURCES.every((source) => newestChange(join(checkout, source)) <= statSync(built).mtimeMs);
}

/** A folder's own time counts too: it tells of a file that was deleted. */
function newestChange(path) {
  const stat = statSync(path);
  const inside = stat.isDirectory() ? readdirSync(path).map((name) => newestChange(join(path, name))) : [];
  return Math.max(stat.mtimeMs, ...inside);
}
