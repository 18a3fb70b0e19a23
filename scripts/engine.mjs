// The Pulumi engine that `npm start` and `npm test` run: the user's own, else one built from source into a cache.
// Plain JavaScript without dependencies, because it runs before `npm ci` and under older Nodes.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildEngine } from "./engine-build.mjs";
import { checkout } from "./run.mjs";
import { runMain, say } from "./say.mjs";

/** The first Pulumi whose refresh takes inputs from a dynamic provider's `read`. */
const OLDEST_USABLE = [3, 216];
const HOST = "pulumi-language-nodejs";

/** The folders of a PATH that has this checkout's Node first, `pulumi`, its Node language host and the dynamic provider's launcher. */
export async function findEngine(env = process.env) {
  const folders = onPath(env) ?? cached(env) ?? (await built(env));
  return [join(checkout, "node_modules", ".bin"), ...folders, ...pathOf(env), launcherFolder()];
}

/** `env` with the PATH of `findEngine`. */
export async function engineEnvironment(env = process.env) {
  return { ...env, PATH: (await findEngine(env)).join(delimiter) };
}

function onPath(env) {
  const cli = which("pulumi", pathOf(env));
  if (cli === undefined) return undefined;
  const version = versionOf(cli);
  if (!isUsable(version)) {
    say(
      `${cli} is ${version ?? "no Pulumi that runs"}; this project needs ${OLDEST_USABLE.join(".")} or newer.`,
    );
    return undefined;
  }
  const besideIt = [dirname(cli), dirname(realpathSync(cli))];
  const host = which(HOST, [...pathOf(env), ...besideIt]);
  if (host === undefined) say(`${cli} is passed over: no ${HOST} on the PATH or beside it.`);
  return host && [dirname(cli), dirname(host)];
}

function cached(env) {
  const folder = cacheFolder(env);
  return which("pulumi", [folder]) && which(HOST, [folder]) && [folder];
}

async function built(env) {
  const folder = cacheFolder(env);
  await buildEngine({ version: engineVersion(), folder, modules: join(checkout, "scripts", "engine"), env });
  return [folder];
}

function cacheFolder(env) {
  const root = env.PULUMI_IDM_CACHE || join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-idm");
  return join(root, `engine-${engineVersion()}-${process.platform}-${process.arch}`);
}

/** As the checked-in Go module pins it, such as `v3.259.0`. */
function engineVersion() {
  const module = readFileSync(join(checkout, "scripts", "engine", "cli", "go.mod"), "utf8");
  return /github\.com\/pulumi\/pulumi\/pkg\/v3 (v\S+)/.exec(module)[1];
}

/** Last on the PATH: a launcher beside the engine comes first, as the engine warns of any other. */
function launcherFolder() {
  return join(checkout, "node_modules", "@pulumi", "pulumi");
}

function versionOf(cli) {
  try {
    return execFileSync(cli, ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

function isUsable(version) {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version ?? "") ?? [];
  const [oldestMajor, oldestMinor] = OLDEST_USABLE;
  return Number(major) === oldestMajor && Number(minor) >= oldestMinor;
}

function which(program, folders) {
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function pathOf(env) {
  return (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => void console.log((await findEngine()).join(delimiter)));
}
