import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** A compiled example in a temporary folder, where it finds the packages that it depends on. */
export type PreparedExample = { folder: string; remove(): Promise<void> };

/** What of an example is compiled. Default: all. */
export interface Part {
  /** The folder of its package.json and tsconfig.json. */
  readonly part?: string;
  /** The files that are copied. */
  readonly files?: readonly string[];
}

/**
 * Copies the example out of the checkout and compiles it, to `bin/` unless its tsconfig.json says otherwise. Rejects
 * with the compiler's errors.
 */
export async function prepare(example: string, { part = ".", files }: Part = {}): Promise<PreparedExample> {
  const source = join(root, "examples", example);
  const packages = await installOnce(await dependenciesOf(join(source, part)));
  // Inside the folder of the packages, so that the program and this package load the same @pulumi/pulumi.
  const folder = await mkdtemp(join(packages, "run-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const isCopied = (path: string) =>
      !/[/\\](node_modules|bin)$/.test(path) &&
      (path === source || (files?.includes(basename(path)) ?? true));
    await cp(source, folder, { recursive: true, filter: isCopied });
    await placeOurPackage(join(folder, "node_modules", "pulumi-idm"));
    await compile(join(folder, part), packages);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

/** Copies what the packed package contains. */
async function placeOurPackage(folder: string): Promise<void> {
  if (!existsSync(join(root, "dist/sdk/index.js"))) throw new Error("dist/ is missing: run npm run build");
  for (const part of ["package.json", "dist"])
    await cp(join(root, part), join(folder, part), { recursive: true });
}

async function compile(folder: string, packages: string): Promise<void> {
  const tsc = join(packages, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "--project", folder]).catch(({ stdout, stderr }) => {
    throw new Error(`The example does not compile:\n${stdout}${stderr}`);
  });
}

/** Version ranges by package. */
type Dependencies = Record<string, string>;

async function dependenciesOf(folder: string): Promise<Dependencies> {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const { "pulumi-idm": _ours, ...others } = { ...dependencies, ...devDependencies };
  return others;
}

/** The folder with the packages: a cache that all checkouts share, because SDKs of cloud providers are large. */
async function installOnce(dependencies: Dependencies): Promise<string> {
  const key = createHash("sha256").update(JSON.stringify(dependencies)).digest("hex").slice(0, 16);
  const folder = join(cacheFolder(), `example-${key}`);
  if (!existsSync(folder)) await install(dependencies, folder);
  return folder;
}

/** Installs under a temporary name and renames, so that the folder is complete as soon as it exists. */
async function install(dependencies: Dependencies, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await writeFile(join(draft, "package.json"), JSON.stringify({ private: true, dependencies }));
    // The install scripts of provider SDKs would download plugins, which a program under mocks does not need.
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: draft });
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function cacheFolder(): string {
  const { PULUMI_IDM_CACHE, XDG_CACHE_HOME } = process.env;
  return PULUMI_IDM_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-idm");
}
