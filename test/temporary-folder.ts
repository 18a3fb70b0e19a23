import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Makes an empty folder. It is removed when the test ends that runs now, or for which a `beforeEach` runs now. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-test-"));
  onTestFinished(() => remove(folder));
  return folder;
}

/** For the top of a test file: the path of an empty folder that exists from the first test of the file to the last. */
export function folderForFile(): string {
  const folder = join(tmpdir(), `pulumi-idm-test-${randomUUID()}`);
  beforeAll(() => void mkdirSync(folder, { mode: 0o700 }));
  afterAll(() => remove(folder));
  return folder;
}

/** Repeated, because a process that was just killed may still write. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
