// Builds the Pulumi CLI and its Node language host from the Go modules in scripts/engine. No npm package contains them.
// Many company networks block the official download but offer a Go module proxy.
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkout } from "./run.mjs";
import { say, UserError } from "./terminal.mjs";

const howToInstall =
  "Install Pulumi from https://www.pulumi.com/docs/install/ so that `pulumi` is on the PATH, " +
  "or Go 1.25.11 or newer from https://go.dev/dl/ to build Pulumi here. Then run the command again.";
const progressIntervalMs = 20_000;
const modules = join(checkout, "scripts", "engine");
const cliPackage = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const languageHostPackage = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const versionSymbol = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * Builds both programs into `folder`, or throws a UserError. Several processes may do so at the same time.
 * @param {{ version: string, folder: string, env: NodeJS.ProcessEnv }} options
 */
export async function buildEngine({ version, folder, env }) {
  requireGo(env);
  say(`No Pulumi found: building ${version} with Go, once, into ${folder}. This takes about 4 minutes.`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await goBuild(
      { what: "the Node language host", module: "language-host", flags: [], target: languageHostPackage },
      draft,
      env,
    );
    const flags = ["-trimpath", "-ldflags", `-s -w -X ${versionSymbol}=${version}`];
    await goBuild({ what: "the Pulumi engine", module: "cli", flags, target: cliPackage }, draft, env);
    addLauncher(draft);
    publish(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Throws a UserError without a usable Go. Runs Go in the module's folder, so that it can download the toolchain of
 * go.mod.
 * @param {NodeJS.ProcessEnv} env
 */
function requireGo(env) {
  try {
    execFileSync("go", ["list", "-m"], {
      cwd: join(modules, "cli"),
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    const { code, stderr } = /** @type {NodeJS.ErrnoException & { stderr?: Buffer }} */ (error);
    const cause = code === "ENOENT" ? "there is no Go to build it with" : `Go cannot build it: ${stderr}`;
    throw new UserError(`The Pulumi CLI is missing, and ${cause.trim()}.\n${howToInstall}`);
  }
}

/**
 * Builds one program into `draft`.
 * @param {{ what: string, module: string, flags: string[], target: string }} build
 * @param {string} draft
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
function goBuild({ what, module, flags, target }, draft, env) {
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
 * Copies the dynamic provider's launcher beside the engine, where an official installation has it too.
 * It finds `@pulumi/pulumi` from the program's own folder.
 * @param {string} draft
 */
function addLauncher(draft) {
  const launcher = "pulumi-resource-pulumi-nodejs";
  const original = join(checkout, "node_modules", "@pulumi", "pulumi", launcher);
  if (existsSync(original)) copyFileSync(original, join(draft, launcher));
}

/**
 * Moves the draft to its place in one step, unless another process did so first.
 * @param {string} draft
 * @param {string} folder
 */
function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    const anotherWasFirst = ["ENOTEMPTY", "EEXIST"].includes(code) && existsSync(join(folder, "pulumi"));
    if (!anotherWasFirst) throw error;
  }
}
