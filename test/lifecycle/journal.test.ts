import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Journal } from "../../provider/lifecycle/journal.ts";

const scope = ["/project"];
const key = ["http://idm", "/roles", 'the name "admin"'];
const source = new URL("../../provider/lifecycle/journal.ts", import.meta.url).href;

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "idm-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs statements, which may use `journal` and `key`, in a new process that then kills itself. */
function killedAfter(folder: string, statements: string): void {
  const prelude = `import { Journal } from ${JSON.stringify(source)};
const journal = new Journal(${JSON.stringify(scope)}, ${JSON.stringify(folder)});
const key = ${JSON.stringify(key)};`;
  const text = `${prelude}\n${statements}\nprocess.kill(process.pid, "SIGKILL");`;
  const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", text], {
    encoding: "utf8",
  });
  expect(signal, stderr).toBe("SIGKILL");
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test("the create of a killed process is reported to the next process, and only once", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const next = new Journal(scope, folder);
  const entry = next.begin(key);
  expect(entry.interrupted).toMatchObject({ id: undefined });
  expect(Date.now() - (entry.interrupted?.beganMs ?? 0)).toBeLessThan(60_000);
  expect(next.begin(key).interrupted).toBeUndefined();
});

test("the id that a killed process had received is reported to the next process", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("rol_1/ä b");');
  expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1/ä b");
});

test("a create that was refused is not reported", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key).close();");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
});

test("a create whose id is in the state is not reported", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("rol_1");');
  const next = new Journal(scope, folder);
  next.markStored("rol_1");
  expect(next.begin(key).interrupted).toBeUndefined();
  expect(next.isClaimed("rol_1")).toBe(true);
});

test("two creates with the same key are two entries", () => {
  const folder = folderForTest();
  killedAfter(
    folder,
    'journal.begin(key); journal.begin(key).created("rol_1"); journal.begin(key).created("rol_2");',
  );
  const next = new Journal(scope, folder);
  next.markStored("rol_2");
  const found = [1, 2, 3].map(() => next.begin(key).interrupted);
  expect(found).toMatchObject([{ id: "rol_1" }, { id: undefined }, undefined]);
});

test("a process that is killed during a look-up leaves one create, not two", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("rol_1");');
  killedAfter(folder, "journal.begin(key);");
  const next = new Journal(scope, folder);
  expect([1, 2].map(() => next.begin(key).interrupted?.id)).toEqual(["rol_1", undefined]);
});

test("close forgets creates that succeeded, and keeps those whose outcome is unknown", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(["a"]).created("1"); journal.begin(["b"]); journal.close();');
  const next = new Journal(scope, folder);
  expect(next.begin(["a"]).interrupted).toBeUndefined();
  expect(next.begin(["b"]).interrupted).toBeDefined();
});

test("close leaves no file when every outcome is known", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("1"); journal.begin(["b"]).close(); journal.close();');
  expect(files(folder)).toEqual([]);
});

test("close leaves the files of other processes alone", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
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
    const folder = folderForTest();
    killedAfter(folder, "journal.begin(key);");
    const [file = ""] = files(folder);
    const reused = file.replace(/[^/]+$/, `${process.ppid}-1-1.log`);
    writeFileSync(reused, readFileSync(file));
    rmSync(file);
    expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
  },
);

test("the creates of another project are not reported", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  expect(new Journal(["/other"], folder).begin(key).interrupted).toBeUndefined();
});

test("a create is forgotten after a week, with its file", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const [file = ""] = files(folder);
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
  utimesSync(file, eightDaysAgo, eightDaysAgo);
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
  expect(files(folder)).not.toContain(file);
});

test("a last line that was cut off is ignored", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("rol_1234");');
  const [file = ""] = files(folder);
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -3));
  expect(new Journal(scope, folder).begin(key).interrupted).toMatchObject({ id: undefined });
});

test("files contain neither names nor addresses", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).created("rol_1");');
  const [file = ""] = files(folder);
  expect(readFileSync(file, "utf8")).not.toMatch(/admin|roles|http/);
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
