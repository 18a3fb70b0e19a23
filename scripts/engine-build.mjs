// Builds the Pulumi CLI and its Node language host from the Go modules in scripts/engine.
// No npm package brings them, and the official download is out of reach behind many company networks, where a Go module proxy is not.
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Advice, say } from "./say.mjs";

const INSTALL =
  "Install Pulumi from https://www.pulumi.com/docs/install/ so that `pulumi` is on the PATH, " +
  "or Go 1.25.11 or newer from https://go.dev/dl/ to have it built here, then run the command again.";
const PROGRESS_EVERY_MS = 20_000;
const CLI = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const LANGUAGE_HOST = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
const VERSION_SYMBOL = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** Leaves both programs in `folder`, or raises an Advice; others that build at the same time do no harm. */
export async function buildEngine({ version, folder, modules, env }) {
  requireGo(join(modules, "cli"), env);
  say(`No Pulumi found: building ${version} with Go, once, into ${folder}. This takes about 4 minutes.`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await goBuild("the Node language host", join(modules, "language-host"), [], LANGUAGE_HOST, draft, env);
    const stamp = ["-trimpath", "-ldflags", `-s -w -X ${VERSION_SYMBOL}=${version}`];
    await goBuild("the Pulumi engine", join(modules, "cli"), stamp, CLI, draft, env);
    addLauncher(draft, dirname(dirname(modules)));
    publish(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Asked within the module, where Go fetches the toolchain that it wants if it is allowed to. */
function requireGo(module, env) {
  try {
    execFileSync("go", ["list", "-m"], { cwd: module, env, stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const cause =
      error.code === "ENOENT" ? "no Go to build one either" : `Go cannot build one: ${error.stderr}`;
    throw new Advice(`The Pulumi CLI is needed and not there, and ${cause.trim()}.\n${INSTALL}`);
  }
}

function goBuild(what, module, flags, target, draft, env) {
  const build = spawn("go", ["build", "-v", ...flags, "-o", `${draft}/`, target], {
    cwd: module,
    env: { ...env, GOFLAGS: "-mod=readonly" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const report = reporter(what, build.stderr);
  // Ctrl-C reaches Go by itself; this process stays to clear the draft away.
  const stay = () => build.kill("SIGINT");
  process.on("SIGINT", stay);
  return new Promise((resolve, reject) => {
    build.on("error", reject);
    build.on("close", (code) => {
      process.off("SIGINT", stay);
      const log = report.end();
      if (code === 0) resolve();
      else reject(new Advice(`Building ${what} failed (exit code ${code}):\n${log}\n${INSTALL}`));
    });
  });
}

/** `go build -v` writes one line for each module fetched and each package compiled. */
function reporter(what, output) {
  const began = Date.now();
  let lines = [""];
  let packages = 0;
  output.setEncoding("utf8").on("data", (chunk) => {
    const fresh = `${lines.pop()}${chunk}`.split("\n");
    packages += fresh.length - 1;
    lines = [...lines, ...fresh].slice(-15);
  });
  const elapsed = () => `${Math.round((Date.now() - began) / 1000)} s`;
  const timer = setInterval(() => say(`… ${what}: ${packages} packages, ${elapsed()}`), PROGRESS_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      say(`${what}: ${packages} packages, ${elapsed()}`);
      return lines.join("\n");
    },
  };
}

/** Beside the engine, where an official installation has it too; it finds `@pulumi/pulumi` from the program's own folder. */
function addLauncher(draft, checkout) {
  const launcher = "pulumi-resource-pulumi-nodejs";
  const original = join(checkout, "node_modules", "@pulumi", "pulumi", launcher);
  if (existsSync(original)) copyFileSync(original, join(draft, launcher));
}

function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const anotherWasFirst =
      ["ENOTEMPTY", "EEXIST"].includes(error.code) && existsSync(join(folder, "pulumi"));
    if (!anotherWasFirst) throw error;
  }
}
