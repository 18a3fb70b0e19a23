import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "../../provider/lifecycle/journal.ts";
import type { CreateKey } from "../../provider/lifecycle/journal-key.ts";
import { folderForTest } from "../temporary-folder.ts";
import {
  age,
  eightDaysAgo,
  files,
  folderOfKilled,
  key,
  killedAfter,
  other,
  resourceNamed,
  scope,
  source,
} from "./journal-scene.ts";

test("the create of a killed process is reported to the next process, and only once", () => {
  const folder = folderOfKilled("journal.begin(key);");
  const next = new Journal(scope, folder);
  const entry = next.begin(key);
  expect(entry.interrupted).toMatchObject({ id: undefined });
  expect(Date.now() - (entry.interrupted?.beganMs ?? 0)).toBeLessThan(60_000);
  expect(next.begin(key).interrupted).toBeUndefined();
});

test("the id that a killed process had received is reported to the next process", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1/ä b");');
  expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1/ä b");
});

test("a create that was refused is not reported", () => {
  const folder = folderOfKilled("journal.begin(key).close();");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
});

test("a create whose id is in the state is not reported", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1");');
  const next = new Journal(scope, folder);
  next.markStored("/roles", "rol_1");
  expect(next.begin(key).interrupted).toBeUndefined();
});

test("two creates with the same key are two entries", () => {
  const folder = folderOfKilled(
    'journal.begin(key); journal.begin(key).created("rol_1"); journal.begin(key).created("rol_2");',
  );
  const next = new Journal(scope, folder);
  next.markStored("/roles", "rol_2");
  const found = [1, 2, 3].map(() => next.begin(key).interrupted);
  expect(found).toMatchObject([{ id: "rol_1" }, { id: undefined }, undefined]);
});

test("a process that is killed during a look-up leaves one create, not two", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1");');
  killedAfter(folder, "journal.begin(key);");
  const next = new Journal(scope, folder);
  expect([1, 2].map(() => next.begin(key).interrupted?.id)).toEqual(["rol_1", undefined]);
});

test("an orderly end keeps creates of which no state has shown the id, with and without one", () => {
  const folder = folderOfKilled('journal.begin(key).created("1"); journal.begin(other); journal.close();');
  const next = new Journal(scope, folder);
  expect(next.begin(key).interrupted).toMatchObject({ id: "1", ended: true });
  expect(next.begin(other).interrupted).toMatchObject({ id: undefined, ended: true });
});

test("no file and no folder is left when every id is in a state and every other outcome is known", () => {
  const folder = join(folderForTest(), "idm-journal");
  killedAfter(folder, 'journal.begin(key).created("1"); journal.begin(other).close(); journal.close();');
  const next = new Journal(scope, folder);
  next.markStored("/roles", "1");
  next.close();
  expect(existsSync(folder)).toBe(false);
});

test("a create is written although another process has just removed the empty folder", () => {
  const folder = join(folderForTest(), "idm-journal");
  const journal = new Journal(scope, folder);
  journal.begin(other);
  rmSync(folder, { recursive: true });
  journal.begin(key);
  expect(files(folder).length).toBe(1);
});

test("the folders of earlier versions are removed with their last old file", () => {
  const folder = folderForTest();
  for (const name of ["old", "new"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "1-1-1.log"), "");
  }
  utimesSync(join(folder, "old", "1-1-1.log"), eightDaysAgo, eightDaysAgo);
  new Journal(scope, folder).markStored("/roles", "rol_1");
  expect(readdirSync(folder)).toEqual(["new"]);
});

test("an id is stored per collection: a template of the same id does not close the create of a role", () => {
  const folder = folderOfKilled('journal.begin(key).created("1");');
  const next = new Journal(scope, folder);
  next.markStored("/templates", "1");
  expect(next.begin(key).interrupted?.id).toBe("1");
});

test("until a create is sent again, the values of the killed one are those to look for", () => {
  const folder = folderOfKilled("journal.begin(key);");
  killedAfter(folder, 'journal.begin({ ...key, content: [["name", "b"]] });');
  expect(new Journal(scope, folder).begin(key).interrupted).toMatchObject({ sameContent: true });
  killedAfter(folder, "journal.begin(key).send();");
});

test("the id of another create is known as that of others, also while its process runs", async () => {
  const folder = folderOfKilled(
    'journal.begin(other).created("rol_1"); journal.begin(key).created("rol_2");',
  );
  const entry = new Journal(scope, folder).begin(key);
  expect(["rol_1", "rol_2", "rol_3"].map((id) => entry.isOthers(id))).toEqual([true, false, false]);
});

test("close leaves the files of other processes alone", () => {
  const folder = folderOfKilled("journal.begin(key);");
  const before = files(folder);
  new Journal(scope, folder).close();
  expect(files(folder)).toEqual(before);
});

test("the creates of a running process are not reported to another", async () => {
  const folder = folderForTest();
  const text = `import { Journal } from ${JSON.stringify(source)};
new Journal(${JSON.stringify(scope)}, ${JSON.stringify(folder)}).begin(${JSON.stringify(key)});
console.log("begun"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
});

test.runIf(process.platform === "linux")(
  "a create is reported although another process has the number of the killed one",
  () => {
    const folder = folderOfKilled("journal.begin(key);");
    const [file = ""] = files(folder);
    const reused = file.replace(/[^/]+$/, `${process.ppid}-1-1.log`);
    writeFileSync(reused, readFileSync(file));
    rmSync(file);
    expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
  },
);

test.each([
  ["another stack of the project", { resource: resourceNamed("prod", "admin") }],
  ["another resource of the stack", { resource: resourceNamed("dev", "other") }],
  ["another tenant", { tenant: "http://other" }],
  ["another collection", { place: "/templates" }],
])("the create of %s is not reported", (_, change) => {
  const folder = folderOfKilled("journal.begin(key);");
  expect(new Journal(scope, folder).begin({ ...key, ...change }).interrupted).toBeUndefined();
});

test("the create of a stack of the same name in another backend is not reported", () => {
  const folder = folderOfKilled("journal.begin(key);");
  expect(new Journal(["file:///tmp"], folder).begin(key).interrupted).toBeUndefined();
});

test("a create is reported to a process in another folder", () => {
  const folder = folderOfKilled("process.chdir('/'); journal.begin(key);");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
});

test("a create is reported when its natural key or what it sent has changed, and says so", () => {
  const folder = folderOfKilled("journal.begin(key); journal.begin(other);");
  const next = new Journal(scope, folder);
  const renamed: CreateKey = { ...key, naturalKey: 'the name "owner"', content: [["name", "owner"]] };
  expect(next.begin(renamed).interrupted).toMatchObject({ sameKey: false, sameContent: false });
  expect(next.begin(other).interrupted).toMatchObject({ sameKey: true, sameContent: true });
});

test("a create asks for the killed one whatever its age", () => {
  const folder = folderOfKilled("journal.begin(key);");
  age(folder);
  expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
});

test("a last line that was cut off is ignored", () => {
  const folder = folderOfKilled('journal.begin(key).created("rol_1234");');
  const [file = ""] = files(folder);
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -3));
  expect(new Journal(scope, folder).begin(key).interrupted).toMatchObject({ id: undefined });
});

test("files contain neither values nor addresses", () => {
  const folder = folderOfKilled('journal.begin({ ...key, content: [["name", "secret"]] }).created("rol_1");');
  const [file = ""] = files(folder);
  expect(readFileSync(file, "utf8")).not.toMatch(/secret|roles|http/);
});

test("a journal that cannot be written is told once, with its path and what is lost", () => {
  const occupied = join(folderForTest(), "file");
  writeFileSync(occupied, "");
  const journal = new Journal(scope, occupied);
  expect(journal.begin(key).warnings).toEqual([
    expect.stringMatching(/file" \(E[A-Z]+\).*may create it again/),
  ]);
  expect(journal.begin(other).warnings).toEqual([]);
  expect(new Journal(scope, "").begin(key).warnings).toEqual([expect.stringContaining("no home folder")]);
});

test("creates work without a journal when no file can be written", () => {
  const folder = folderForTest();
  const occupied = join(folder, "file");
  writeFileSync(occupied, "");
  for (const root of [occupied, ""]) {
    const journal = new Journal(scope, root);
    const entry = journal.begin(key);
    expect(entry.interrupted).toBeUndefined();
    entry.created("rol_1");
    journal.close();
  }
  mkdirSync(join(folder, "locked"));
  chmodSync(join(folder, "locked"), 0o500);
  expect(() => new Journal(scope, join(folder, "locked")).begin(key).close()).not.toThrow();
});
