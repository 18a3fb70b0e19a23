import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds `dist/`. Safe while other tests use it: each file is replaced in one step, by an equal one. */
export function build(): void {
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: root, stdio: "inherit" });
}
