import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNode } from "../../scripts/before-install/node.mjs";
import { checkout } from "../../scripts/before-install/run.mjs";

const none = "/nothing/here";
const running = "/usr/bin/node";

test("the pinned Node of the platform is used, whatever Node runs", () => {
  expect(findNode({ pinned: process.execPath, running, version: "v20.1.0" })).toBe(process.execPath);
});

test.each(["v22.19.0", "v24.2.0", "v26.0.0"])("without a pinned Node, %s is used", (version) => {
  expect(findNode({ pinned: none, running, version })).toBe(running);
});

test.each(["v20.20.2", "v22.18.0", "v23.11.0", "v24.1.0"])(
  "without a pinned Node, %s is refused with what to install",
  (version) => {
    expect(() => findNode({ pinned: none, running, version })).toThrow(
      `need Node 22.19 or newer, from 24 on 24.2 or newer. This one is ${version}`,
    );
  },
);

const { packages } = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"));

/** Biome for platforms that the lockfile was not written with a checksum for. Nothing may be added. */
const withoutChecksum = [
  "android-arm64",
  "android-x64",
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64-musl",
  "linux-x64-musl",
  "win32-arm64",
  "win32-x64",
].map((platform) => `node_modules/@biomejs/cli-${platform}`);

test("the lockfile has a checksum for every package that npm downloads", () => {
  const downloaded = Object.keys(packages).filter(
    (path) => path.includes("node_modules/") && !packages[path].link,
  );
  const unchecked = downloaded.filter((path) => !/^sha512-.{86}==$/.test(packages[path].integrity));
  expect(unchecked).toEqual(withoutChecksum);
});

test("the lockfile has the Node of each platform, and no package of it runs a script", () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(checkout, "scripts/node/package.json"), "utf8"),
  );
  for (const [name, version] of Object.entries(optionalDependencies))
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true });
  const scripted = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  expect(scripted.filter((path) => /node_modules\/node(-|$)/.test(path))).toEqual([]);
});
