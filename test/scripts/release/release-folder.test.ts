import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { executableName, platforms } from "../../../scripts/build/plugin-names.ts";
import { tarGz } from "../../../scripts/build/tar.ts";
import { addExecutables } from "../../../scripts/release/executables.ts";
import { newDrafts, publishDraft } from "../../../scripts/release/release-folder.ts";
import { requireFiles, requireSame, sumsOf } from "../../../scripts/release/sums.ts";
import { folderForTest } from "../../temporary-folder.ts";

let folder: string;
let out: string;
beforeEach(() => {
  folder = folderForTest();
  out = join(folder, "release");
});
afterEach(() => {
  vi.restoreAllMocks();
});

function write(content: string | Buffer, ...path: string[]): void {
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

const schema = '{ "name": "idm", "version": "1.2.3" }\n';
const executable = (platform: string, version = "1.2.3") =>
  `pulumi-resource-idm-v${version}-${platform}-executable.tar.gz`;

/** What the first bytes of a program say for each platform. */
const programs: Record<string, (program: Buffer) => void> = {
  "linux-amd64": (program) => program.writeUInt16LE(0x3e, program.write("\x7fELF", "latin1") + 14),
  "linux-arm64": (program) => program.writeUInt16LE(0xb7, program.write("\x7fELF", "latin1") + 14),
  "darwin-amd64": (program) => program.writeUInt32LE(0x01000007, program.writeUInt32LE(0xfeedfacf)),
  "darwin-arm64": (program) => program.writeUInt32LE(0x0100000c, program.writeUInt32LE(0xfeedfacf)),
  "windows-amd64": (program) => windowsHeader(program, 0x8664),
  "windows-arm64": (program) => windowsHeader(program, 0xaa64),
};

function windowsHeader(program: Buffer, machine: number): void {
  program.write("MZ");
  program.writeUInt32LE(64, 0x3c);
  program.writeUInt16LE(machine, 68);
}

function archive(platform: string, content = schema, name = executableName(platform)): Buffer {
  const start = Buffer.alloc(128);
  programs[platform]?.(start);
  return tarGz([
    { name, content: Buffer.concat([start, Buffer.from(content)]), isExecutable: true },
    { name: "LICENSES.txt", content: Buffer.from("MIT") },
  ]);
}

test("executables of other platforms join the release, and the one that was tried stays", () => {
  const { first } = newDrafts(out);
  const others = join(folder, "executables");
  write("tried", first, executable("linux-amd64"));
  write(schema, first, "schema.json");
  for (const platform of platforms) write(archive(platform), others, platform, executable(platform));
  write("sums", others, "darwin-arm64", "SHA256SUMS");
  expect(addExecutables(others, first, "1.2.3").sort()).toEqual(platforms.toSorted());
  expect(readdirSync(first)).toEqual([...platforms.map((one) => executable(one)), "schema.json"].sort());
  expect(readFileSync(join(first, executable("linux-amd64")), "utf8")).toBe("tried");
  // Git on Windows may change the line ends of the schema.
  const crlf = archive("windows-amd64", schema.replaceAll("\n", "\r\n"));
  write(crlf, others, "windows-amd64", executable("windows-amd64"));
  expect(() => addExecutables(others, first, "1.2.3")).not.toThrow();
});

test.each<[string, string | Buffer, string]>([
  ["an empty file", "", "it is no archive that a release check has written"],
  ["text", "no archive", "it is no archive that a release check has written"],
  [
    "half an archive",
    archive("linux-arm64").subarray(0, 60),
    "it is no archive that a release check has written",
  ],
  ["an archive of nothing", tarGz([]), "it has not just LICENSES.txt and pulumi-resource-idm"],
  [
    "one with another file",
    archive("linux-arm64", schema, "idm"),
    "it has not just LICENSES.txt and pulumi-",
  ],
  ["one for another processor", archive("linux-amd64"), "its pulumi-resource-idm is for linux-amd64"],
  ["one for another system", archive("darwin-arm64"), "its pulumi-resource-idm is for darwin-arm64"],
  ["one with a script in it", archive("none"), "its pulumi-resource-idm is no program"],
  [
    "one of another version",
    archive("linux-arm64", schema.replace("1.2.3", "1.2.2")),
    "so it is of another version",
  ],
])("%s is no executable", (_, content, problem) => {
  const { first } = newDrafts(out);
  const others = join(folder, "executables");
  write(schema, first, "schema.json");
  write(content, others, executable("linux-arm64"));
  expect(() => addExecutables(others, first, "1.2.3")).toThrow(problem);
  expect(readdirSync(first)).toEqual(["schema.json"]);
});

test("an executable of another version, a link and a folder without any are errors", () => {
  const { first } = newDrafts(out);
  const others = join(folder, "executables");
  write(schema, first, "schema.json");
  write(archive("linux-arm64"), others, executable("linux-arm64", "1.2.2"));
  expect(() => addExecutables(others, first, "1.2.3")).toThrow(
    /v1\.2\.2.* is no executable of version 1\.2\.3/,
  );
  renameSync(join(others, executable("linux-arm64", "1.2.2")), join(folder, "elsewhere"));
  symlinkSync(join(folder, "elsewhere"), join(others, executable("linux-arm64")));
  expect(() => addExecutables(others, first, "1.2.3")).toThrow("it is no regular file");
  rmSync(join(others, executable("linux-arm64")));
  expect(() => addExecutables(others, first, "1.2.3")).toThrow("has no executable");
  expect(() => addExecutables(join(folder, "none"), first, "1.2.3")).toThrow("does not exist");
});
