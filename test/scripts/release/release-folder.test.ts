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
  for (const content of ["old", "new"]) {
    const drafts = newDrafts(out);
    write(content, drafts.first, "a.txt");
    write(content, drafts.first, `${content}.txt`);
    publishDraft(drafts, out);
  }
  expect(readdirSync(out)).toEqual(["SHA256SUMS", "a.txt", "new.txt"]);
  expect(readdirSync(folder)).toEqual(["release"]);
  const sums = readFileSync(join(out, "SHA256SUMS"), "utf8");
  const sumOfNew = createHash("sha256").update("new").digest("hex");
  expect(sums).toBe(`${sumOfNew}  a.txt\n${sumOfNew}  new.txt\n`);
});

test("what an interrupted release check left is no release, and the next one removes it", () => {
  const interrupted = newDrafts(out);
  write("half", interrupted.first, "a.txt");
  expect(existsSync(out)).toBe(false);
  const printed = vi.spyOn(console, "error").mockReturnValue();
  expect(readdirSync(newDrafts(out).first)).toEqual([]);
  expect(printed).toHaveBeenCalledWith(expect.stringContaining(`Removing ${interrupted.first}`));
});

test("a folder without the list of its files is not replaced", () => {
  write("mine", out, "a.txt");
  expect(() => newDrafts(out)).toThrow(
    `${out} has no SHA256SUMS: it is no whole release, and is not replaced`,
  );
  expect(readdirSync(out)).toEqual(["a.txt"]);
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
