// Builds Go programs from the modules in scripts/engine into a cache.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkout } from "./run.mjs";
import { say, UserError } from "./terminal.mjs";

/**
 * A program: what messages call it, its module in scripts/engine, its package, and flags of `go build`.
 * @typedef {{ what: string, module: string, target: string, flags?: readonly string[] }} GoProgram
 */

const progressIntervalMs = 20_000;
const modules = join(checkout, "scripts", "engine");

/**
 * Builds programs into `folder`, or throws a UserError that ends with `howToInstall`. `complete` adds other files to
 * the draft of the folder. Several processes may do so at the same time.
 * @param {{ folder: string, env: NodeJS.ProcessEnv, missing: string, howToInstall: string, announcement: string,
 *   programs: readonly GoProgram[], complete: (draft: string) => void }} options
 */
export async function buildPrograms(options) {
  const { folder, env, missing, howToInstall, announcement, programs, complete } = options;
  requireGo(env, missing, howToInstall);
  say(announcement);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    for (const program of programs) await goBuild(program, draft, { env, howToInstall });
    complete(draft);
    publish(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Runs Go in the folder of a module. Throws an Error with the output of Go when that fails.
 * @param {string} module
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function runGo(module, args, env) {
  return execFileSync("go", args, {
    cwd: join(modules, module),
    env,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  }).trim();
}

/**
 * Throws a UserError without a usable Go. Runs Go in the module's folder, so that it can download the toolchain of
 * go.mod.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} missing
 * @param {string} howToInstall
 */
function requireGo(env, missing, howToInstall) {
  try {
    runGo("cli", ["list", "-m"], env);
  } catch (error) {
    const { code, stderr } = /** @type {NodeJS.ErrnoException & { stderr?: string }} */ (error);
    const cause = code === "ENOENT" ? "there is no Go to build it with" : `Go cannot build it: ${stderr}`;
    throw new UserError(`${missing}, and ${cause.trim()}.\n${howToInstall}`);
  }
}

/**
 * Builds one program into `draft`.
 * @param {GoProgram} program
 * @param {string} draft
 * @param {{ env: NodeJS.ProcessEnv, howToInstall: string }} options
 * @returns {Promise<void>}
 */
function goBuild({ what, module, target, flags = [] }, draft, { env, howToInstall }) {
  const build = spawn("go", ["build", "-v", ...flags, "-o", `${draft}/`, target], {
    cwd: join(modules, module),
    env: { ...env, GOFLAGS: "-mod=readonly" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const progress = watchProgress(what, build.stderr);
  // The terminal sends Ctrl-C to Go as well. This process waits for Go and then removes the draft.
  const onInterrupt = () => build.kill("SIGINT");
  process.on("SIGINT", onInterrupt);
  return new Promise((resolve, reject) => {
    build.on("error", reject);
    build.on("close", (code) => {
      process.off("SIGINT", onInterrupt);
      const log = progress.end();
      if (code === 0) resolve();
      else reject(new UserError(`Building ${what} failed (exit code ${code}):\n${log}\n${howToInstall}`));
    });
  });
}

/**
 * Prints progress until `end`, which returns the last lines of the output.
 * `go build -v` writes one line for each module downloaded and each package compiled.
 * @param {string} what
 * @param {import("node:stream").Readable} output
 */
function watchProgress(what, output) {
  const startedMs = Date.now();
  let lines = [""];
  let packages = 0;
  output.setEncoding("utf8").on("data", (chunk) => {
    const newLines = `${lines.pop()}${chunk}`.split("\n");
    packages += newLines.length - 1;
    lines = [...lines, ...newLines].slice(-15);
  });
  const elapsed = () => `${Math.round((Date.now() - startedMs) / 1000)} s`;
  const timer = setInterval(() => say(`… ${what}: ${packages} packages, ${elapsed()}`), progressIntervalMs);
  return {
    end() {
      clearInterval(timer);
      say(`${what}: ${packages} packages, ${elapsed()}`);
      return lines.join("\n");
    },
  };
}

/**
 * Moves the draft to its place in one step, unless another process did so first.
 * @param {string} draft
 * @param {string} folder
 */
export function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    const anotherWasFirst = ["ENOTEMPTY", "EEXIST"].includes(code) && existsSync(folder);
    if (!anotherWasFirst) throw error;
  }
}
