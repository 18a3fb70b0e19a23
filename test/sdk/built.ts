import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Brings `dist/` up to date. Tests that run meanwhile do not notice: files are replaced one by one, by the same. */
export function build(): void {
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: root, stdio: "inherit" });
}
