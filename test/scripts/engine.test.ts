// Runs scripts/before-install/engine.mjs as a process, with shell scripts for `pulumi` and `go` on its PATH.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { folderForTest } from "../temporary-folder.ts";

let folder: string;
let cache: string;
beforeEach(() => {
  folder = folderForTest();
  cache = join(folder, "cache");
});

/** Writes an executable shell script. Returns its folder. */
function program(place: string, name: string, script: string): string {
  const home = join(folder, place);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, name), 0o755);
  return home;
}

/** A `go` whose `go build -o FOLDER/ PACKAGE` writes a program, and whose `go list` succeeds. */
function workingGo(): string {
  return program(
    "go",
    "go",
    `[ "$1" = list ] && exit 0
while [ "$1" != -o ]; do shift; done
name=\${3##*/}
echo "github.com/pulumi/some/package" >&2
/bin/sleep 0.2
echo "echo v3.259.0" > "$2$name"
/bin/chmod +x "$2$name"`,
  );
}

async function find(path: string[]): Promise<{ code: number; path: string[]; stderr: string }> {
  const env = { PATH: path.join(delimiter), HOME: folder, PULUMI_IDM_CACHE: cache };
  const script = join(checkout, "scripts/before-install/engine.mjs");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, path: stdout.trim().split(delimiter), stderr }),
    );
  });
}

const [bin, launcher] = [join(checkout, "node_modules/.bin"), join(checkout, "node_modules/@pulumi/pulumi")];

test("a pulumi on the PATH that is new enough is used, without output", async () => {
  const home = program("own", "pulumi", "echo v3.216.0");
  program("own", "pulumi-language-nodejs", "");
  expect(await find([home])).toEqual({ code: 0, path: [bin, home, home, home, launcher], stderr: "" });
});

test("the language host of a pulumi may be in another folder of the PATH", async () => {
  const home = program("own", "pulumi", "echo v3.300.1");
  const other = program("other", "pulumi-language-nodejs", "");
  expect((await find([home, other])).path).toEqual([bin, home, other, home, other, launcher]);
});

test("a pulumi that is too old, broken or without its language host is not used, and a line says so", async () => {
  const old = program("old", "pulumi", "echo v3.215.9");
  const broken = program("broken", "pulumi", "exit 1");
  const alone = program("alone", "pulumi", "echo v3.259.0");
  const go = workingGo();
  expect((await find([old, go])).stderr).toContain("is v3.215.9; this project needs 3.216 or newer");
  expect((await find([broken, go])).stderr).toContain("does not run; this project needs 3.216 or newer");
  expect((await find([alone, go])).stderr).toContain("no pulumi-language-nodejs");
});

test("without a pulumi the engine is built into the cache once, and found there the next time", async () => {
  const go = workingGo();
  const first = await find([go]);
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("about 4 minutes") });
  const [name] = readdirSync(cache);
  expect(name).toMatch(/^engine-v3\.\d+\.\d+-\w+-\w+$/);
  expect(readdirSync(join(cache, String(name))).sort()).toEqual([
    "pulumi",
    "pulumi-language-nodejs",
    "pulumi-resource-pulumi-nodejs",
  ]);
  expect(await find([])).toMatchObject({
    code: 0,
    stderr: "",
    path: [bin, join(cache, String(name)), launcher],
  });
});

test("two processes can build the engine at the same time, and no draft is left", async () => {
  const go = workingGo();
  const both = await Promise.all([find([go]), find([go])]);
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(both[0]?.path).toEqual(both[1]?.path);
  expect(readdirSync(cache)).toHaveLength(1);
});

test("a build that fails shows Go's message and how to install Pulumi, and no draft is left", async () => {
  const go = program("go", "go", `[ "$1" = list ] && exit 0; echo "no space left on device" >&2; exit 1`);
  const { code, stderr } = await find([go]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/no space left on device.*https:\/\/www\.pulumi\.com\/docs\/install/s);
  expect(readdirSync(cache)).toEqual([]);
});

test("without Go the error says how to install Pulumi or Go", async () => {
  const { code, stderr } = await find([]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/no Go.*https:\/\/www\.pulumi\.com\/docs\/install.*https:\/\/go\.dev\/dl/s);
  expect(stderr).not.toContain("at requireGo");
});

test("for a Go that is too old the error shows Go's message", async () => {
  const go = program("go", "go", `echo "go: go.mod requires go >= 1.25.11 (running go 1.19)" >&2; exit 1`);
  const { code, stderr } = await find([go]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/requires go >= 1\.25\.11.*https:\/\/go\.dev\/dl/s);
});
