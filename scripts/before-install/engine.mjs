// Finds the Pulumi engine that `npm start` and `npm test` run: the user's own, else one in the cache, else a new build.
// `node scripts/before-install/engine.mjs` prints the PATH that finds it.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildEngine } from "./build-engine.mjs";
import { checkout } from "./run.mjs";
import { runMain, say } from "./terminal.mjs";

/** The first version in which a refresh takes the inputs that a dynamic provider's `read` returns. */
const oldestUsableVersion = /** @type {const} */ ([3, 216]);
const languageHost = "pulumi-language-nodejs";

/**
 * Folders of a PATH: this checkout's Node, `pulumi`, its Node language host, and the dynamic provider's launcher.
 * Throws a UserError when there is no engine and none can be built.
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function findEngine(env = process.env) {
  const folders = presentEngine(env) ?? (await built(env));
  return [join(checkout, "node_modules", ".bin"), ...folders, ...pathOf(env), launcherFolder()];
}

/**
 * The folders of an engine that is here already; undefined when one would have to be built.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function presentEngine(env = process.env) {
  return onPath(env) ?? cached(env);
}

/**
 * `env` with the PATH of `findEngine`.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function engineEnvironment(env = process.env) {
  return { ...env, PATH: (await findEngine(env)).join(delimiter) };
}

/** @param {NodeJS.ProcessEnv} env */
function onPath(env) {
  const cli = which("pulumi", pathOf(env));
  if (cli === undefined) return undefined;
  const version = versionOf(cli);
  if (!isUsable(version)) {
    const found = version === undefined ? `${cli} does not run` : `${cli} is ${version}`;
    say(`${found}; this project needs ${oldestUsableVersion.join(".")} or newer.`);
    return undefined;
  }
  const besideIt = [dirname(cli), dirname(realpathSync(cli))];
  const host = which(languageHost, [...pathOf(env), ...besideIt]);
  if (host === undefined) say(`${cli} is not used: no ${languageHost} on the PATH or beside it.`);
  return host && [dirname(cli), dirname(host)];
}

/** @param {NodeJS.ProcessEnv} env */
function cached(env) {
  const folder = cacheFolder(env);
  return which("pulumi", [folder]) && which(languageHost, [folder]) && [folder];
}

/** @param {NodeJS.ProcessEnv} env */
async function built(env) {
  const folder = cacheFolder(env);
  await buildEngine({ version: engineVersion(), folder, env });
  return [folder];
}

/** @param {NodeJS.ProcessEnv} env */
function cacheFolder(env) {
  return join(cacheRoot(env), `engine-${engineVersion()}-${process.platform}-${process.arch}`);
}

/**
 * The folder of everything that is built or installed once for all checkouts.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheRoot(env) {
  return env.PULUMI_IDM_CACHE || join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-idm");
}

/** The version that the Go module pins, such as `v3.259.0`. */
function engineVersion() {
  const module = readFileSync(join(checkout, "scripts", "engine", "cli", "go.mod"), "utf8");
  const [, version] = /github\.com\/pulumi\/pulumi\/pkg\/v3 (v\S+)/.exec(module) ?? [];
  if (version === undefined)
    throw new Error("scripts/engine/cli/go.mod does not name the version of pulumi/pkg/v3");
  return version;
}

/** Last on the PATH, because the engine warns when the first launcher is not the one in its own folder. */
function launcherFolder() {
  return join(checkout, "node_modules", "@pulumi", "pulumi");
}

/** @param {string} cli */
function versionOf(cli) {
  try {
    return execFileSync(cli, ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** @param {string | undefined} version */
function isUsable(version) {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version ?? "") ?? [];
  const [oldestMajor, oldestMinor] = oldestUsableVersion;
  return Number(major) === oldestMajor && Number(minor) >= oldestMinor;
}

/**
 * @param {string} program
 * @param {readonly string[]} folders
 */
function which(program, folders) {
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {NodeJS.ProcessEnv} env */
function pathOf(env) {
  return (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => console.log((await findEngine()).join(delimiter)));
}
