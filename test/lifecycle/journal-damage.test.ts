// A journal with lines that a full disk has cut, and with files that are not its own.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { folderForTest } from "../temporary-folder.ts";
import {
  age,
  files,
  folderOfKilled,
  key,
  killedAfter,
  other,
  resourceNamed,
  scope,
  stackOf,
  toldAtEnd,
} from "./journal-scene.ts";

const third = { ...key, resource: resourceNamed("dev", "third") };
const hasLimits = process.platform !== "win32";

/** A journal whose disk was full after its first create. It has a part of the line of the second one, `other`. */
const folderOfFullDisk = () => folderOfKilled("journal.begin(key); journal.begin(other);", 1);

/** A folder with the create of a killed process in a file that begins with this line. */
function folderWithLine(line: string | Buffer): string {
  const folder = folderOfKilled('journal.begin(key).created("rol_1");');
  const [file = ""] = files(folder);
  writeFileSync(file, Buffer.concat([Buffer.from(line), Buffer.from("\n"), readFileSync(file)]));
  return folder;
}

test.runIf(hasLimits)(
  "a line that a full disk has cut hides no other, nor one that is written after it",
  () => {
    const folder = folderOfFullDisk();
    const [file = ""] = files(folder);
    expect(readFileSync(file, "utf8").length).toBe(512);
    const next = new Journal(scope, folder);
    expect(next.begin(key).interrupted).toBeDefined();
    expect(readFileSync(file, "utf8")).toMatch(/^begin \S+ .* cut\ndone \S+\n$/m);
    expect(new Journal(scope, folder).begin(third).interrupted).toBeUndefined();
    expect(toldAtEnd(folder)).toBe("");
  },
);

test.runIf(hasLimits)(
  "the create of a line that was cut is told once, when its resource is created again",
  () => {
    const folder = folderOfFullDisk();
    const next = new Journal(scope, folder);
    expect(next.begin(third).warnings.join()).not.toMatch(/was cut/);
    expect(next.begin(other).warnings).toContainEqual(expect.stringMatching(/was cut.*may exist/));
    expect(next.begin(other).warnings.join()).not.toMatch(/was cut/);
    expect(new Journal(scope, folder).begin(other).warnings.join()).not.toMatch(/was cut/);
  },
);

test.runIf(hasLimits)(
  "the create of a line that was cut is not told of a replacement, nor after a week",
  () => {
    expect(new Journal(scope, folderOfFullDisk()).begin(other, true).warnings.join()).not.toMatch(/was cut/);
    const folder = folderOfFullDisk();
    age(folder);
    expect(new Journal(scope, folder).begin(other).warnings.join()).not.toMatch(/was cut/);
  },
);

test("a part of an id is not taken for an id when a line was written after it", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1234"); journal.begin(other);');
  const [file = ""] = files(folder);
  const lines = readFileSync(file, "utf8").split("\n");
  // The order of a full disk: the line with the id is the last one.
  writeFileSync(file, [lines[0], lines[2], lines[1]?.slice(0, -3)].join("\n"));
  new Journal(scope, folder).begin(other);
  expect(new Journal(scope, folder).begin(key).interrupted).toMatchObject({ id: undefined });
});

const hash = "a".repeat(24);
const hashes = Array(5).fill(hash).join(" ");
const ofStack = `${hash} ${stackOf(new Journal(scope, undefined))} ${hash} ${hash} ${hash}`;

test.each([
  ["is cut in its names and continued by another", `begin n 1795359991552 ${ofStack} %7B%22res%done n`],
  ["is cut in an escape", `begin n 1795359991552 ${hashes} %7`],
  ["has names that are no object", `begin n 1795359991552 ${ofStack} null`],
  ["has names of other types", `begin n 1795359991552 ${ofStack} %7B%22resource%22%3A1%7D`],
  ["has a time that is no number", `begin n soon ${ofStack} %7B%7D`],
  ["has a time beyond all dates", `begin n 9999999999999999 ${ofStack} %7B%7D`],
  ["has too few hashes", "begin n 1795359991552 aaa bbb"],
  ["has an id that cannot be decoded", `begin n ${Date.now()} ${hashes} %7B%7D\nmade n %E0%A4%A\ndone n`],
  ["has bytes that are no text", Buffer.from([0, 0xff, 0xfe, 0x80, 10, 0xc3, 0x28, 0])],
])("a line that %s is skipped by begin, by the list of others, and at the end", (_, line) => {
  const folder = folderWithLine(line);
  expect(toldAtEnd(folder)).toMatch(/rol_1/);
  const next = new Journal(scope, folder);
  expect(next.begin(third).isOthers("rol_1")).toBe(true);
  expect(next.begin(key).interrupted?.id).toBe("rol_1");
  expect(next.close(stackOf(next))).toEqual([]);
});

test("what is not the journal's own stays: a folder, another file, and a file that cannot be read", () => {
  const folder = folderOfKilled("journal.begin(key);");
  mkdirSync(join(folder, "1-1-1.log"));
  symlinkSync(join(folder, "nowhere"), join(folder, "2-2-2.log"));
  writeFileSync(join(folder, "notes.log"), "begin with this\n");
  writeFileSync(join(folder, "notes"), Buffer.from([0, 0xff]));
  const next = new Journal(scope, folder);
  expect(next.begin(key).interrupted).toBeDefined();
  next.begin(other).close();
  expect(readdirSync(folder).sort()).toEqual(
    expect.arrayContaining(["1-1-1.log", "2-2-2.log", "notes", "notes.log"]),
  );
});

test("lines that could not be written are written with the next one", () => {
  const folder = join(folderForTest(), "idm-journal");
  writeFileSync(folder, "");
  killedAfter(
    folder,
    `const { rmSync } = await import("node:fs");
const entry = journal.begin(key); rmSync(${JSON.stringify(folder)}); entry.created("rol_1");`,
  );
  expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1");
});

test.runIf(hasLimits)("a killed create stays in its file while the disk is too full for another", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1");');
  killedAfter(folder, "journal.begin(key);", 0);
  expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1");
});

test.runIf(hasLimits)(
  "a killed create that a run with a full disk has settled is not named by the next",
  () => {
    const folder = folderOfKilled("journal.begin(key);");
    killedAfter(folder, 'journal.begin(key).created("rol_1"); journal.close();', 0);
    expect(toldAtEnd(folder)).toBe("");
  },
);

test("a create in the files of two processes is one: a state that has it closes it in both", () => {
  const folder = folderOfKilled("journal.begin(key);");
  const [file = ""] = files(folder);
  const earlier = readFileSync(file, "utf8");
  killedAfter(folder, 'journal.begin(key).created("rol_1");');
  writeFileSync(file, earlier);
  const next = new Journal(scope, folder);
  next.markStored("/roles", "rol_1");
  expect(toldAtEnd(folder)).toBe("");
  expect(existsSync(folder)).toBe(false);
});
