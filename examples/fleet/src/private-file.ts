import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Mode of a file that only its owner reads and writes. */
export const privateMode = 0o600;

/** Replaces a file at once, so that a crash leaves the old text or the new one. Only its owner can read it. */
export function replacePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`;
  // A file that exists keeps its mode.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: privateMode });
  renameSync(draft, path);
}
