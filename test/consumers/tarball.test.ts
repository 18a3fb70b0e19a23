import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { folderForFile } from "../temporary-folder.ts";
import { type Packed, pack } from "./pack.ts";

const folder = folderForFile();
let packed: Packed;

beforeAll(() => {
  packed = pack(folder);
});

/** Runs a tool of this checkout on the tarball. Throws with the tool's output when it finds a problem. */
function examine(tool: string, ...flags: string[]): void {
  execFileSync(join(checkout, "node_modules/.bin", tool), [packed.tarball, ...flags], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("the tarball contains the build and the documents, and nothing else", () => {
  expect(packed.files.filter((file) => !file.startsWith("dist/sdk/"))).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/package.json",
    "dist/plugin/LICENSES.txt",
    "dist/plugin/index.js",
    "dist/plugin/plugin.js",
    "dist/plugin/schema.json",
    "dist/provider/index.js",
    "dist/provider/undici.js",
    "dist/provider/zod.js",
    "package.json",
  ]);
  const sdk = packed.files.filter((file) => file.startsWith("dist/sdk/"));
  expect(sdk).toContain("dist/sdk/index.js");
  expect(sdk.filter((file) => !file.endsWith(".d.ts"))).toEqual(["dist/sdk/index.js"]);
});

test("SECURITY.md names every package in the plugin that this package depends on", () => {
  const text = (path: string) => readFileSync(join(checkout, path), "utf8");
  const bundled = [...text("dist/plugin/LICENSES.txt").matchAll(/^(\S+)\n=+$/gm)].map(
    ([, name = ""]) => name,
  );
  const { dependencies, devDependencies } = JSON.parse(text("package.json"));
  const row = text("SECURITY.md").match(/^\| The packaged plugin.*$/m)?.[0] ?? "";
  const direct = bundled.filter((name) => name in { ...dependencies, ...devDependencies });
  expect(direct).toEqual(expect.arrayContaining(["jose", "undici", "zod"]));
  expect(direct.filter((name) => !row.includes(`\`${name}\``))).toEqual([]);
});

test("the tarball is smaller than a megabyte", () => {
  expect(packed.size).toBeLessThan(1_000_000);
});

test("publint finds no problem in the tarball", () => {
  examine("publint", "--strict");
});

test("are-the-types-wrong finds no problem in the tarball", () => {
  // Only the engine loads ./provider. It has no types, so that a program that imports it by mistake does not compile.
  examine("attw", "--exclude-entrypoints", "./provider", "./schema.json");
});
