import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheRoot } from "../before-install/engine.mjs";
import { publish } from "../before-install/go-build.mjs";
import { checkout, run } from "../before-install/run.mjs";
import { say, UserError } from "../before-install/terminal.mjs";

const requirements = join(checkout, "scripts/engine/python/requirements.txt");
const pipFlags = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
const howToInstall =
  "Install Python 3.10 or newer from https://www.python.org/downloads/ (Debian: python3 and python3-venv). " +
  "Then run the command again.";

/** A virtual environment: the name of its folder, its file of requirements, and what messages call its packages. */
interface EnvironmentKind {
  readonly name: string;
  readonly requirements: string;
  readonly what: string;
}

/**
 * The folder of a virtual environment that has Pulumi. Creates it in the cache if needed. Throws a UserError without a
 * usable Python.
 */
export function pythonEnvironment(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return virtualEnvironment({ name: "python", requirements, what: "Pulumi for Python" }, env);
}

/**
 * The folder of a virtual environment in the cache. Creates it if needed, a new one when Python or the requirements
 * change. Throws a UserError when that is not possible.
 */
export async function virtualEnvironment(kind: EnvironmentKind, env: NodeJS.ProcessEnv): Promise<string> {
  const python = findPython(env);
  const key = createHash("sha256")
    .update(readFileSync(kind.requirements))
    .update(python.version)
    .digest("hex");
  const folder = join(cacheRoot(env), `${kind.name}-${key.slice(0, 12)}-${process.platform}-${process.arch}`);
  if (!existsSync(folder)) await create(python.program, kind, folder, env);
  return folder;
}

/** Installs the generated package into `target`. A program finds it there with PYTHONPATH. */
export async function installPackage(environment: string, source: string, target: string): Promise<void> {
  // Built with what the environment has: nothing is downloaded.
  const flags = ["--no-deps", "--no-build-isolation", "--target", target, source];
  await mustRun(pythonOf(environment), [...pipFlags, ...flags], process.env);
}

/** Installs other packages into a folder of the cache, once, without what they depend on. Returns the folder. */
export async function installOnce(environment: string, packages: readonly string[]): Promise<string> {
  const key = createHash("sha256").update(environment).update(packages.join(" ")).digest("hex");
  const folder = `${environment}-with-${key.slice(0, 12)}`;
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(`${folder}.`);
  try {
    await mustRun(
      pythonOf(environment),
      [...pipFlags, "--no-deps", "--target", draft, ...packages],
      process.env,
    );
    publish(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** The environment variables with which a program runs in the virtual environment. */
export function activated(environment: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, PATH: `${join(environment, "bin")}:${env.PATH}`, VIRTUAL_ENV: environment };
}

/** The interpreter of a virtual environment. */
export function pythonOf(environment: string): string {
  return join(environment, "bin/python");
}

/** Why no Python of this machine can be used; undefined when there is one. */
export function whyNoPython(env: NodeJS.ProcessEnv = process.env): string | undefined {
  try {
    findPython(env);
  } catch (error) {
    return (error as UserError).message;
  }
}

/** The first Python on the PATH that is new enough and can create virtual environments. */
function findPython(env: NodeJS.ProcessEnv): { program: string; version: string } {
  const script =
    "import sys, venv, ensurepip; print(sys.version_info >= (3, 10), sys.executable, sys.version)";
  const found = [];
  for (const program of ["python3", "/usr/bin/python3", "python"]) {
    try {
      const output = execFileSync(program, ["-c", script], { env, encoding: "utf8", stdio: "pipe" }).trim();
      if (output.startsWith("True ")) return { program, version: output };
      found.push(`${program} is ${output.split(" ")[2]}`);
    } catch (error) {
      const { code, stderr } = error as { code?: string; stderr?: string };
      if (code !== "ENOENT") found.push(`${program}: ${stderr?.trim().split("\n").at(-1)}`);
    }
  }
  throw new UserError(
    `There is no usable Python (${found.join("; ") || "none on the PATH"}). ${howToInstall}`,
  );
}

async function create(
  python: string,
  { what, requirements }: EnvironmentKind,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  say(`Installing ${what}, once, into ${folder}. This takes about half a minute.`);
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    await mustRun(python, ["-m", "venv", draft], env);
    await mustRun(pythonOf(draft), [...pipFlags, "--requirement", requirements], env);
    publish(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function mustRun(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const code = await run(program, args, { stdio: ["ignore", 2, 2], env });
  if (code !== 0)
    throw new UserError(
      `${program} ${args[1]} failed with exit code ${code}. See its output above. pip needs a package index that it can reach.`,
    );
}
