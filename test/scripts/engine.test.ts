// scripts/engine.mjs as a process, with stand-ins for `pulumi` and `go` on its PATH.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkout } from "../../scripts/run.mjs";

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-idm-engine-"));
  cache = join(folder, "cache");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an executable shell script, and gives the folder that it is in. */
function program(place: string, name: string, script: string): string {
  const home = join(folder, place);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, name), 0o755);
  return home;
}

/** Writes what `go build -o FOLDER/ PACKAGE` is asked for; `go list` works too. */
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

async function find(path: string[]): Promise<{ code: number; path: string[]; told: string }> {
  const env = { PATH: path.join(delimiter), HOME: folder, PULUMI_IDM_CACHE: cache };
  const script = join(checkout, "scripts", "engine.mjs");
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, path: stdout.trim().split(delimiter), told: stderr }),
    );
  });
}

const [bin, launcher] = [join(checkout, "node_modules/.bin"), join(checkout, "node_modules/@pulumi/pulumi")];

test("a pulumi on the PATH that is new enough is used, quietly", async () => {
  const home = program("own", "pulumi", "echo v3.216.0");
  program("own", "pulumi-language-nodejs", "");
  expect(await find([home])).toEqual({ code: 0, path: [bin, home, home, home, launcher], told: "" });
});

test("its language host may be elsewhere on the PATH", async () => {
  const home = program("own", "pulumi", "echo v3.300.1");
  const other = program("other", "pulumi-language-nodejs", "");
  expect((await find([home, other])).path).toEqual([bin, home, other, home, other, launcher]);
});

test("one that is too old, broken or without its language host is passed over, with a line that says so", async () => {
  const old = program("old", "pulumi", "echo v3.215.9");
  const broken = program("broken", "pulumi", "exit 1");
  const alone = program("alone", "pulumi", "echo v3.259.0");
  const go = workingGo();
  expect((await find([old, go])).told).toContain("is v3.215.9; this project needs 3.216 or newer");
  expect((await find([broken, go])).told).toContain("no Pulumi that runs");
  expect((await find([alone, go])).told).toContain("no pulumi-language-nodejs");
});

test("without one, it is built into the cache once, and found there the next time", async () => {
  const go = workingGo();
  const first = await find([go]);
  expect(first).toMatchObject({ code: 0, told: expect.stringContaining("about 4 minutes") });
  const [name] = readdirSync(cache);
  expect(name).toMatch(/^engine-v3\.\d+\.\d+-\w+-\w+$/);
  expect(readdirSync(join(cache, String(name))).sort()).toEqual([
    "pulumi",
    "pulumi-language-nodejs",
    "pulumi-resource-pulumi-nodejs",
  ]);
  expect(await find([])).toMatchObject({
    code: 0,
    told: "",
    path: [bin, join(cache, String(name)), launcher],
  });
});

test("two that build at the same time do each other no harm, and leave nothing behind", async () => {
  const go = workingGo();
  const both = await Promise.all([find([go]), find([go])]);
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(both[0]?.path).toEqual(both[1]?.path);
  expect(readdirSync(cache)).toHaveLength(1);
});

test("a build that fails shows Go's own words and how to install Pulumi, and leaves nothing behind", async () => {
  const go = program("go", "go", `[ "$1" = list ] && exit 0; echo "no space left on device" >&2; exit 1`);
  const { code, told } = await find([go]);
  expect(code).toBe(1);
  expect(told).toMatch(/no space left on device.*https:\/\/www\.pulumi\.com\/docs\/install/s);
  expect(readdirSync(cache)).toEqual([]);
});

test("without Go it says how to install either", async () => {
  const { code, told } = await find([]);
  expect(code).toBe(1);
  expect(told).toMatch(/no Go.*https:\/\/www\.pulumi\.com\/docs\/install.*https:\/\/go\.dev\/dl/s);
  expect(told).not.toContain("at requireGo");
});

test("a Go that is too old is told in Go's own words", async () => {
  const go = program("go", "go", `echo "go: go.mod requires go >= 1.25.11 (running go 1.19)" >&2; exit 1`);
  const { code, told } = await find([go]);
  expect(code).toBe(1);
  expect(told).toMatch(/requires go >= 1\.25\.11.*https:\/\/go\.dev\/dl/s);
});
