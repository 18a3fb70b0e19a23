import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";
import { tarGz } from "../build/tar.ts";
import { pythonEnvironment, pythonOf } from "../languages/python.ts";
import { generateSdks } from "../languages/sdk.ts";
import { isPlaceholder } from "./placeholders.ts";

/** Generates the Python package and writes its source archive and its wheel, whose files have this time. */
export async function buildPython(target: string, timeSeconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-python-"));
  try {
    await generateSdks(["python"], folder);
    const source = join(folder, "python");
    copyFileSync(join(checkout, "LICENSE"), join(source, "LICENSE"));
    // pyproject.toml names it, and the generator writes one beside the modules only.
    writeFileSync(join(source, "README.md"), readme());
    const python = pythonOf(await pythonEnvironment());
    buildWith(python, "build_sdist", source, folder, timeSeconds);
    buildWith(python, "build_wheel", unpacked(folder, target, timeSeconds), target, timeSeconds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The page of the package at PyPI. */
function readme(): string {
  const { description, homepage } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const link = isPlaceholder(homepage) ? "" : `\nThe documentation is at ${homepage}.\n`;
  return `${description}\n${link}`;
}

/** Unpacks the source archive in `folder`, and writes it with the times of the release to `target`. */
function unpacked(folder: string, target: string, timeSeconds: number): string {
  const [archive = ""] = globSync("*.tar.gz", { cwd: folder });
  execFileSync("tar", ["-xzf", archive], { cwd: folder });
  const root = archive.replace(/\.tar\.gz$/, "");
  const names = globSync(`${root}/**/*`, { cwd: folder, exclude: ["**/.git*"] });
  const files = names
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name: name.replaceAll("\\", "/"), content: readFileSync(join(folder, name)) }));
  writeFileSync(join(target, archive), tarGz(files, timeSeconds));
  return join(folder, root);
}

/** Calls a function of the build backend, as `pip` does, with what the environment has: nothing is downloaded. */
function buildWith(
  python: string,
  hook: "build_sdist" | "build_wheel",
  cwd: string,
  target: string,
  timeSeconds: number,
): void {
  const script = `import sys, setuptools.build_meta as backend; backend.${hook}(sys.argv[1])`;
  // `python -c` would search the folder for modules first.
  const env = { ...process.env, PYTHONSAFEPATH: "1", SOURCE_DATE_EPOCH: String(timeSeconds) };
  try {
    execFileSync(python, ["-c", script, target], { cwd, env, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new UserError(`Python's ${hook} failed:\n${stderr.trim() || error}`);
  }
}
