import { resolve } from "node:path";
import { expect, test } from "vitest";
import { executableArchive, pluginArchive } from "../../../scripts/build/plugin-names.ts";
import { pythonFiles, releaseFiles } from "../../../scripts/release/names.ts";
import { releaseOptions } from "../../../scripts/release/options.ts";

test("without flags the release goes to the folder release and is not published", () => {
  expect(releaseOptions([])).toEqual({
    out: resolve("release"),
    isPublished: false,
    isExecutableOnly: false,
  });
});

test("every flag is read", () => {
  const flags = ["--out", "a", "--tag", "v1.2.3", "--publish", "--executable-only", "--executables", "b"];
  expect(releaseOptions(flags)).toEqual({
    out: resolve("a"),
    tag: "v1.2.3",
    isPublished: true,
    isExecutableOnly: true,
    executables: resolve("b"),
  });
  expect(releaseOptions(["--help"])).toBeUndefined();
});

test.each([
  [["--tags", "v1"], "Unknown option '--tags'"],
  [["v1"], "Unexpected argument 'v1'"],
  [["--publish"], "--publish needs --tag TAG"],
  [["--publish", "--tag", "v1.2.3"], "--publish needs --executables DIR"],
])("the flags %j are an error with the usage", (flags, message) => {
  expect(() => releaseOptions(flags)).toThrow(message);
  expect(() => releaseOptions(flags)).toThrow("npm run release:check [-- FLAG …]");
});

test("archives of the plugin have the names by which the engine downloads them", () => {
  expect(pluginArchive("1.2.3", "linux-amd64")).toBe("pulumi-resource-idm-v1.2.3-linux-amd64.tar.gz");
  expect(releaseFiles("1.2.3", ["darwin-arm64"])).toEqual([
    "LICENSES.txt",
    "RELEASE_NOTES.md",
    "pulumi-idm-1.2.3.tgz",
    "pulumi-resource-idm-v1.2.3-darwin-amd64.tar.gz",
    executableArchive("1.2.3", "darwin-arm64"),
    "pulumi-resource-idm-v1.2.3-darwin-arm64.tar.gz",
    "pulumi-resource-idm-v1.2.3-linux-amd64.tar.gz",
    "pulumi-resource-idm-v1.2.3-linux-arm64.tar.gz",
    "pulumi-resource-idm-v1.2.3-windows-amd64.tar.gz",
    "pulumi-resource-idm-v1.2.3-windows-arm64.tar.gz",
    "pulumi_idm-1.2.3-py3-none-any.whl",
    "pulumi_idm-1.2.3.tar.gz",
    "sbom.cdx.json",
    "schema.json",
  ]);
});

test.each([
  ["1.2.3", "pulumi_idm-1.2.3.tar.gz"],
  ["1.2.3-rc.1", "pulumi_idm-1.2.3rc1.tar.gz"],
  ["1.2.3-alpha.4", "pulumi_idm-1.2.3a4.tar.gz"],
])("the Python package of the version %s is %s", (version, source) => {
  expect(pythonFiles(version).source).toBe(source);
});
