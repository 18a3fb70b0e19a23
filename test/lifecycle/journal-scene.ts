// Journals of processes that were killed, for tests.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Journal } from "../../provider/lifecycle/journal.ts";
import type { CreateKey } from "../../provider/lifecycle/journal-key.ts";
import { folderForTest } from "../temporary-folder.ts";

export const scope = ["https://backend"];
export const resourceNamed = (stack: string, name: string) =>
  `org/urn:pulumi:${stack}::project::idm:Role::${name}`;
export const key: CreateKey = {
  resource: resourceNamed("dev", "admin"),
  tenant: "http://idm",
  place: "/roles",
  naturalKey: 'the name "admin"',
  label: 'role with the name "admin"',
  content: [["name", "admin"]],
};
export const other = { ...key, resource: resourceNamed("dev", "other") };
export const stackOf = (journal: Journal, stack = "dev") => journal.stackOf(resourceNamed(stack, "any"));

/** What the next run of a stack says at its end, when it asks for nothing. */
export function toldAtEnd(folder: string, stack = "dev"): string {
  const journal = new Journal(scope, folder);
  return journal.close(stackOf(journal, stack)).join("\n");
}
export const source = new URL("../../provider/lifecycle/journal.ts", import.meta.url).href;

/**
 * Runs statements, which may use `journal` and `key`, in a new process that then kills itself. `maxFileBlocks`: no file
 * gets longer than so many blocks of 512 bytes. The write that goes beyond is done in part, as on a full disk.
 */
export function killedAfter(folder: string, statements: string, maxFileBlocks?: number): void {
  const prelude = `import { Journal } from ${JSON.stringify(source)};
const journal = new Journal(${JSON.stringify(scope)}, ${JSON.stringify(folder)});
export const key = ${JSON.stringify(key)};
export const other = ${JSON.stringify(other)};`;
  const text = `${prelude}\n${statements}\nprocess.kill(process.pid, "SIGKILL");`;
  const node = [process.execPath, "--input-type=module", "-e", text];
  const limited = ["sh", "-c", `ulimit -f ${maxFileBlocks} && exec "$0" "$@"`, ...node];
  const [command = "", ...args] = maxFileBlocks === undefined ? node : limited;
  const { signal, stderr } = spawnSync(command, args, { encoding: "utf8" });
  expect(signal, stderr).toBe("SIGKILL");
}

/** A new folder with the journal of a process that was killed after these statements. */
export function folderOfKilled(statements: string, maxFileBlocks?: number): string {
  const folder = folderForTest();
  killedAfter(folder, statements, maxFileBlocks);
  return folder;
}

export const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);

/** Makes every create of the files eight days old. */
export function age(folder: string): void {
  for (const file of files(folder)) {
    const text = readFileSync(file, "utf8").replace(/^(begin \S+) \d+/gm, `$1 ${eightDaysAgo.getTime()}`);
    writeFileSync(file, text);
  }
}

export function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
