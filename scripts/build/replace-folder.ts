import { globSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Moves the files of `draft` to `target` and deletes all others there. Each file is replaced in one step, so that a
 * program that loads from `target` at the same time never finds a file missing or incomplete.
 */
export function replaceFolder(draft: string, target: string): void {
  const files = filesIn(draft);
  for (const file of files) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    renameSync(join(draft, file), join(target, file));
  }
  for (const file of filesIn(target)) if (!files.includes(file)) rmSync(join(target, file));
}

function filesIn(folder: string): string[] {
  return globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
}
