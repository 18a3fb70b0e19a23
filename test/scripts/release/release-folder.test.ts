import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addExecutables } from "../../../scripts/release/executables.ts";
import { newDrafts, publishDraft } from "../../../scripts/release/release-folder.ts";
import { requireFiles, requireSame, sumsOf } from "../../../scripts/release/sums.ts";

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-idm-release-folder-"));
  out = join(folder, "release");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function write(content: string, ...path: string[]): void {
  mkdirSync(dirname(join(...path)), { recursive: true });
  writeFileSync(join(...path), content);
}

test("a release appears with the checksums of all its files, and takes the place of an older one", () => {
  for (const version of ["1.2.2", "1.2.3-rc.1"]) {
    const drafts = newDrafts(out);
    write(version, drafts.first, "schema.json");
    write(version, drafts.first, `pulumi-idm-${version}.tgz`);
    publishDraft(drafts, out);
  }
  expect(readdirSync(out)).toEqual(["SHA256SUMS", "pulumi-idm-1.2.3-rc.1.tgz", "schema.json"]);
  expect(readdirSync(folder)).toEqual(["release"]);
  const sums = readFileSync(join(out, "SHA256SUMS"), "utf8");
  const sum = createHash("sha256").update("1.2.3-rc.1").digest("hex");
  expect(sums).toBe(`${sum}  pulumi-idm-1.2.3-rc.1.tgz\n${sum}  schema.json\n`);
  // So can the next release.
  expect(() => newDrafts(out)).not.toThrow();
});

test("what an interrupted release check left is no release, and the next one removes it", () => {
  const interrupted = newDrafts(out);
  write("half", interrupted.first, "a.txt");
  expect(existsSync(out)).toBe(false);
  const printed = vi.spyOn(console, "error").mockReturnValue();
  expect(readdirSync(newDrafts(out).first)).toEqual([]);
  expect(printed).toHaveBeenCalledWith(expect.stringContaining(`Removing ${dirname(interrupted.first)}`));
});

const sumOf = (name: string) => `${"0".repeat(64)}  ${name}\n`;

test.each([
  ["without the list of its files", { "a.txt": "" }, "has no SHA256SUMS"],
  [
    "with a file that is not in the list",
    { SHA256SUMS: sumOf("schema.json"), "schema.json": "", "thesis.tex": "" },
    "has thesis.tex, which is not of the release",
  ],
  [
    "whose list is empty",
    { SHA256SUMS: "", "schema.json": "" },
    "has schema.json, which is not of the release",
  ],
  [
    "of other files with their list",
    { SHA256SUMS: sumOf("debian.iso"), "debian.iso": "" },
    "has debian.iso, which is not of the release",
  ],
  [
    "that has a folder of the name of a file",
    { SHA256SUMS: sumOf("schema.json"), "schema.json/mine.txt": "" },
    "has schema.json, which is not of the release",
  ],
  [
    "that lacks a file of the list",
    { SHA256SUMS: sumOf("schema.json") },
    "lacks schema.json, which its SHA256SUMS lists",
  ],
])("a folder %s is not replaced", (_, files: Record<string, string>, problem) => {
  for (const [name, content] of Object.entries(files)) write(content, out, name);
  const before = readdirSync(out, { recursive: true });
  expect(() => newDrafts(out)).toThrow(
    `${out} ${problem}: it is no whole release, and is not replaced. Move or delete it, or use --out DIR.`,
  );
  expect(readdirSync(out, { recursive: true })).toEqual(before);
  expect(readdirSync(folder)).toEqual(["release"]);
});

test("a folder of the name of the draft that no release check has made is not removed", () => {
  write("mine", folder, ".release-draft", "first", "schema.json");
  expect(() => newDrafts(out)).toThrow(
    `${join(folder, ".release-draft")} has no file pulumi-idm-release-draft: no release check has made it`,
  );
  expect(readdirSync(join(folder, ".release-draft", "first"))).toEqual(["schema.json"]);
});

test("files that differ between two builds are named, and those that only one has", () => {
  const { first, second } = newDrafts(out);
  for (const draft of [first, second]) write("same", draft, "same.txt");
  expect(() => requireSame(first, second)).not.toThrow();
  write("one", first, "different.txt");
  write("two", second, "different.txt");
  write("one", first, "only.txt");
  expect(() => requireSame(first, second)).toThrow(
    `differ in different.txt, only.txt. Compare ${first} with ${second}`,
  );
});

test("a file that is missing, and one of another version, are named", () => {
  const { first } = newDrafts(out);
  write("", first, "pulumi-idm-1.2.2.tgz");
  expect(() => requireFiles(sumsOf(first), ["pulumi-idm-1.2.3.tgz"])).toThrow(
    "pulumi-idm-1.2.3.tgz is missing, pulumi-idm-1.2.2.tgz does not belong to this version",
  );
});

test("executables of other platforms join the release, and the one that was tried stays", () => {
  const { first } = newDrafts(out);
  const others = join(folder, "executables");
  const name = (platform: string, version = "1.2.3") =>
    `pulumi-resource-idm-v${version}-${platform}-executable.tar.gz`;
  write("tried", first, name("linux-amd64"));
  write("other", others, "artifact-1", name("linux-amd64"));
  write("other", others, "artifact-2", name("darwin-arm64"));
  write("sums", others, "artifact-2", "SHA256SUMS");
  expect(addExecutables(others, first, "1.2.3").sort()).toEqual(["darwin-arm64", "linux-amd64"]);
  expect(readdirSync(first)).toEqual([name("darwin-arm64"), name("linux-amd64")]);
  const tried = Object.values(sumsOf(first));
  expect(new Set(tried).size).toBe(2);

  write("other", others, name("linux-arm64", "1.2.2"));
  expect(() => addExecutables(others, first, "1.2.3")).toThrow(
    /v1\.2\.2.* is no executable of version 1\.2\.3/,
  );
  expect(() => addExecutables(join(folder, "none"), first, "1.2.3")).toThrow("does not exist");
  expect(() => addExecutables(out, first, "1.2.3")).toThrow("does not exist");
  mkdirSync(out);
  expect(() => addExecutables(out, first, "1.2.3")).toThrow("has no executable");
});
