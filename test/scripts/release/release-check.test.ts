// Runs the command in a clone of the commit that is checked out. It stops before it installs or builds anything.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { checkout } from "../../../scripts/before-install/run.mjs";
import { folderForFile, folderForTest } from "../../temporary-folder.ts";

const isRepository = existsSync(join(checkout, ".git"));
const clone = folderForFile();
beforeAll(() => {
  if (isRepository) execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${checkout}`, clone]);
});
afterEach(() => {
  for (const name of ["new.ts", "release"]) rmSync(join(clone, name), { recursive: true, force: true });
});

function releaseCheck(...flags: string[]): Promise<{ code: number | null; output: string }> {
  return start(process.execPath, [join(clone, "scripts/release-check.ts"), ...flags], process.env);
}

function start(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: clone, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

test.runIf(isRepository)(
  "a file that is not committed ends the command with exit code 1 and one message",
  async () => {
    writeFileSync(join(clone, "new.ts"), "");
    expect(await releaseCheck()).toEqual({
      code: 1,
      output:
        "\nA release is made of a commit, and these files are not committed:\n?? new.ts\nCommit or remove them.\n",
    });
  },
);

test.runIf(isRepository)("a tag of another version ends the command", async () => {
  const { code, output } = await releaseCheck("--tag", "v99.0.0");
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("The tag is v99.0.0, and the version in package.json is"),
  });
});

test.runIf(isRepository)(
  "a folder that is no whole release ends the command, and stays as it is",
  async () => {
    const out = join(clone, "release");
    mkdirSync(out);
    writeFileSync(join(out, "half.tgz"), "half");
    const { code, output } = await releaseCheck();
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("has no SHA256SUMS") });
    expect(readFileSync(join(out, "half.tgz"), "utf8")).toBe("half");
    expect(existsSync(join(clone, ".release-draft"))).toBe(false);
  },
);

test.runIf(isRepository)("the modes of the files that are built do not depend on the umask", async () => {
  const tools = folderForTest();
  // Takes the place of `npm ci` in the first clone, and ends the command there.
  const npm = `#!/bin/sh\numask\nls -l package.json | cut -c 1-10\nexit 3\n`;
  writeFileSync(join(tools, "npm"), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: [tools, process.env.PATH].join(delimiter) };
  const script = 'umask 077 && exec "$0" scripts/release-check.ts --out "$1"';
  const { code, output } = await start("sh", ["-c", script, process.execPath, join(tools, "release")], env);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("0022\n-rw-r--r--\n") });
});
