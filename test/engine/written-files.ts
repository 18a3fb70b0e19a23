import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { Project, Run } from "./harness.ts";

/** Any JSON Web Token: access tokens and client assertions. */
const jwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/;

/**
 * Expects that no secret and no JSON Web Token is in the files and the output of the runs. `except` matches the names
 * of files that may contain them.
 */
export function expectNothingIn(
  project: Project,
  runs: readonly Run[],
  secrets: readonly string[],
  except?: RegExp,
): void {
  const files = filesOf(project).filter((file) => !except?.test(basename(file)));
  expect(files.length).toBeGreaterThan(1);
  const texts = [
    ...files.map((file) => ({ where: file, text: readFileSync(file, "utf8") })),
    ...runs.map(({ stdout, stderr }, index) => ({ where: `output ${index}`, text: stdout + stderr })),
  ];
  const found = texts.filter(({ text }) => jwt.test(text) || includesAny(text, secrets));
  expect(found.map(({ where }) => where)).toEqual([]);
}

/** Whether one of the secrets is in the text. */
export function includesAny(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret));
}

/** Every file that the runs wrote: state with backups and history, event logs, Pulumi's home with the journal. */
function filesOf({ folder }: Project): string[] {
  const written = [folder, ...["state", "home"].flatMap((name) => foldersIn(join(folder, name)))];
  return written.flatMap((each) => entriesOf(each, (entry) => entry.isFile()));
}

function foldersIn(folder: string): string[] {
  return [folder, ...entriesOf(folder, (entry) => entry.isDirectory()).flatMap(foldersIn)];
}

function entriesOf(folder: string, matches: (entry: Dirent) => boolean): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(matches).map(({ name }) => join(folder, name));
}
