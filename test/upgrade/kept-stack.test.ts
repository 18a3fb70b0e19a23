import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folderForTest } from "../temporary-folder.ts";
import { compareVersions, fileOf, keptStacks, missingStacks } from "./kept-stack.ts";

test("versions are compared number by number", () => {
  const versions = ["0.10.0", "0.2.0", "1.0.0", "0.2.10", "0.2.9"];
  expect(versions.sort(compareVersions)).toEqual(["0.2.0", "0.2.9", "0.2.10", "0.10.0", "1.0.0"]);
});

test("a released version without the stack of a host that it has is named with what to do", () => {
  const folder = folderForTest();
  for (const name of ["0.1.0/dynamic", "0.2.0/dynamic", "0.2.0/plugin", "0.10.0/plugin"]) {
    const file = join(folder, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{}");
  }
  expect(missingStacks(["0.10.0", "0.2.0", "0.1.0"], folder)).toEqual([
    `${fileOf({ version: "0.10.0", host: "dynamic" }, folder)} is missing: ` +
      "check out version 0.10.0 and run npm run upgrade:record",
  ]);
  expect(keptStacks(folder).map(({ version, host }) => `${version} ${host}`)).toEqual([
    "0.1.0 dynamic",
    "0.2.0 dynamic",
    "0.2.0 plugin",
    "0.10.0 plugin",
  ]);
});
