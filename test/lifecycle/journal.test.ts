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

/** Runs statements with a `journal`, a `key` and `made(id)` in a process of its own that then kills itself. */
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

test("a create of a killed process is known to the next, and made known once", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const next = new Journal(scope, folder);
  const entry = next.begin(key);
  expect(entry.interrupted).toMatchObject({ id: undefined });
  expect(Date.now() - (entry.interrupted?.beganMs ?? 0)).toBeLessThan(60_000);
  expect(next.begin(key).interrupted).toBeUndefined();
});

test("the id that a killed process had learned is known to the next", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("rol_1/ä b");');
  expect(new Journal(scope, folder).begin(key).interrupted?.id).toBe("rol_1/ä b");
});

test("a create that was refused is forgotten", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key).dropped();");
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
});

test("what the state knows is not made again", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("rol_1");');
  const next = new Journal(scope, folder);
  next.known("rol_1");
  expect(next.begin(key).interrupted).toBeUndefined();
  expect(next.isTaken("rol_1")).toBe(true);
});

test("two creates with the same key are two", () => {
  const folder = folderForTest();
  killedAfter(
    folder,
    'journal.begin(key); journal.begin(key).made("rol_1"); journal.begin(key).made("rol_2");',
  );
  const next = new Journal(scope, folder);
  next.known("rol_2");
  const found = [1, 2, 3].map(() => next.begin(key).interrupted);
  expect(found).toMatchObject([{ id: "rol_1" }, { id: undefined }, undefined]);
});

test("a process that is killed while it settles leaves one create, not two", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("rol_1");');
  killedAfter(folder, "journal.begin(key);");
  const next = new Journal(scope, folder);
  expect([1, 2].map(() => next.begin(key).interrupted?.id)).toEqual(["rol_1", undefined]);
});

test("an orderly end forgets what was made and keeps what is not known", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(["a"]).made("1"); journal.begin(["b"]); journal.close();');
  const next = new Journal(scope, folder);
  expect(next.begin(["a"]).interrupted).toBeUndefined();
  expect(next.begin(["b"]).interrupted).toBeDefined();
});

test("an orderly end with nothing unknown leaves no file", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("1"); journal.begin(["b"]).dropped(); journal.close();');
  expect(files(folder)).toEqual([]);
});

test("a journal that was never written to leaves other processes' files alone at its end", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const before = files(folder);
  new Journal(scope, folder).close();
  expect(files(folder)).toEqual(before);
});

test("creates of a process that still runs are its own", async () => {
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

test.runIf(process.platform === "linux")("a process number that came again hides nothing", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const [file = ""] = files(folder);
  const reused = file.replace(/[^/]+$/, `${process.ppid}-1-1.log`);
  writeFileSync(reused, readFileSync(file));
  rmSync(file);
  expect(new Journal(scope, folder).begin(key).interrupted).toBeDefined();
});

test("another project's creates are none of ours", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  expect(new Journal(["/other"], folder).begin(key).interrupted).toBeUndefined();
});

test("creates are forgotten after a week", () => {
  const folder = folderForTest();
  killedAfter(folder, "journal.begin(key);");
  const [file = ""] = files(folder);
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
  utimesSync(file, eightDaysAgo, eightDaysAgo);
  expect(new Journal(scope, folder).begin(key).interrupted).toBeUndefined();
  expect(files(folder)).not.toContain(file);
});

test("a last line that was cut off counts for nothing", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("rol_1234");');
  const [file = ""] = files(folder);
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -3));
  expect(new Journal(scope, folder).begin(key).interrupted).toMatchObject({ id: undefined });
});

test("files hold no name, and are the user's own", () => {
  const folder = folderForTest();
  killedAfter(folder, 'journal.begin(key).made("rol_1");');
  const [file = ""] = files(folder);
  expect(readFileSync(file, "utf8")).not.toMatch(/admin|roles|http/);
});

test("where nothing can be written creates work without a journal", () => {
  const folder = folderForTest();
  const occupied = join(folder, "file");
  writeFileSync(occupied, "");
  for (const root of [occupied, ""]) {
    const journal = new Journal(scope, root);
    const entry = journal.begin(key);
    expect(entry.interrupted).toBeUndefined();
    entry.made("rol_1");
    journal.close();
  }
  mkdirSync(join(folder, "locked"));
  chmodSync(join(folder, "locked"), 0o500);
  expect(() => new Journal(scope, join(folder, "locked")).begin(key).dropped()).not.toThrow();
});
