import { globSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Makes `target` hold the files of `draft`, which it empties. Each file is replaced in one step,
 * so that a program that loads from `target` at that moment never finds one missing or half written.
 */
export function replaceFolder(draft: string, target: string): void {
  const fresh = filesIn(draft);
  for (const file of fresh) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    renameSync(join(draft, file), join(target, file));
  }
  for (const file of filesIn(target)) if (!fresh.includes(file)) rmSync(join(target, file));
}

function filesIn(folder: string): string[] {
  return globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
}
