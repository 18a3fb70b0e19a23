import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { thisPlatform } from "../../scripts/build/plugin-names.ts";
import { releaseFiles } from "../../scripts/release/names.ts";
import { folderForTest } from "../temporary-folder.ts";

// Installs the dependencies twice, and builds the release twice.
test.runIf(process.env.FULL)(
  "the commit that is checked out is built twice with the same bytes, and each file runs",
  { timeout: 1_800_000 },
  async () => {
    const folder = folderForTest();
    const clone = join(folder, "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${checkout}`, clone]);
    const out = join(folder, "release");
    const command = [join(clone, "scripts/release-check.ts"), "--out", out];
    const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: clone });
    expect(stderr).toContain("Both builds have the same bytes");
    expect(stderr).toMatch(/Tests.*7 passed/);
    const { version } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8"));
    expect(readdirSync(out).sort()).toEqual(
      ["SHA256SUMS", ...releaseFiles(version, [thisPlatform()])].sort(),
    );
  },
);
