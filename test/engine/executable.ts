import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { folderForTest } from "../temporary-folder.ts";

/** Unpacks the archive and starts the executable in it, with nothing on the PATH. Resolves to its first output. */
export function startExecutable(archive: string): Promise<{ from: "stdout" | "stderr"; text: string }> {
  const folder = folderForTest();
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  const { SystemRoot } = process.env;
  const plugin = spawn(join(folder, "pulumi-resource-idm"), ["127.0.0.1:1"], {
    env: { PATH: "", ...(SystemRoot && { SystemRoot }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void plugin.kill());
  return new Promise((resolve, reject) => {
    for (const from of ["stdout", "stderr"] as const)
      plugin[from].once("data", (chunk) => resolve({ from, text: String(chunk) }));
    plugin.once("error", reject).once("exit", (code) => reject(new Error(`It ended with ${code}`)));
  });
}
