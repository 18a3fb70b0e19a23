import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { nodeLauncher, shellLauncher, windowsLauncher } from "../../scripts/build/launchers.ts";
import { folderForTest } from "../temporary-folder.ts";

const { node: engines } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).engines;

/** Starts the plugin's launcher on this version of Node. Returns what it prints, and the modules that it loads. */
function startOn(node: string): { lines: string[]; loaded: string[]; code: number | undefined } {
  const lines: string[] = [];
  const loaded: string[] = [];
  let code: number | undefined;
  const exit = (status: number) => {
    code = status;
    throw new Error("exit");
  };
  const require = (name: string) => {
    loaded.push(name);
    return { enableCompileCache() {}, join() {} };
  };
  const globals = { console: { error: (line: string) => lines.push(line) }, require, __dirname: "/plugin" };
  const script = nodeLauncher(engines).replace(/^#!.*/, "");
  try {
    runInNewContext(script, { ...globals, process: { versions: { node }, exit } });
  } catch (error) {
    if (code === undefined) throw error;
  }
  return { lines, loaded, code };
}

test.each(["22.19.0", "24.2.0", "26.0.0"])("the plugin starts on Node %s", (version) => {
  expect(startOn(version)).toMatchObject({ lines: [], loaded: expect.arrayContaining(["./plugin.js"]) });
});

test.each(["12.22.12", "18.20.0", "20.20.2", "22.18.0", "24.1.0"])(
  "the plugin ends with one line on Node %s, and loads nothing",
  (version) => {
    const { lines, loaded, code } = startOn(version);
    expect(lines).toEqual([
      expect.stringMatching(/^pulumi-idm needs Node\.js 22\.19 [^\n]*put a newer one first on PATH$/),
    ]);
    expect(loaded).toEqual([]);
    expect(code).toBe(1);
  },
);

test("the launcher ends with one line where there is no Node", () => {
  const folder = folderForTest();
  const file = join(folder, "pulumi-resource-idm");
  writeFileSync(file, shellLauncher(engines), { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(file, [], { env: { PATH: folder }, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^pulumi-idm needs Node\.js 22\.19 [^\n]*\. There is no node on PATH\n$/);
});

test("the launcher of Windows has Windows line ends, and passes its arguments on", () => {
  const lines = windowsLauncher(engines).split("\r\n");
  expect(lines.join("")).not.toContain("\n");
  expect(lines).toContain('node "%~dp0index.js" %*');
});
