import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

/** What Node looks for in its own executable, to find out that an application is in it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const resource = "NODE_SEA_BLOB";

interface Application {
  /** Contains `main` and the assets. */
  readonly folder: string;
  readonly main: string;
  readonly assets: readonly string[];
}

/**
 * Writes an executable for this platform, which is the Node that runs now with the application in it. Its code is
 * compiled already.
 */
export function buildExecutable({ folder, main, assets }: Application, executable: string): void {
  // Paths are relative to the folder, because Node stores them.
  const blob = "application.blob";
  const config = {
    main,
    output: blob,
    assets: Object.fromEntries(assets.map((asset) => [asset, asset])),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  writeFileSync(join(folder, "sea-config.json"), JSON.stringify(config));
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe" });
  // V8 writes the compiled code in the order of its hash tables: the same seed gives the same bytes.
  node("--hash-seed=1", "--experimental-sea-config", "sea-config.json");
  writeFileSync(join(folder, blob), withOwnFlags(readFileSync(join(folder, blob))));
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  const isMac = process.platform === "darwin";
  if (isMac) execFileSync("codesign", ["--remove-signature", executable]);
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const segment = isMac ? ["--macho-segment-name", "NODE_SEA"] : [];
  node(postject, executable, resource, blob, "--sentinel-fuse", fuse, ...segment);
  if (isMac) execFileSync("codesign", ["--sign", "-", executable]);
}

/**
 * Compiled code begins with four numbers of V8: its version in two of them, the length of the source, and a hash of
 * V8's flags. V8 refuses code that was compiled with other flags than it has, and `--hash-seed` is one. It changes
 * nothing in the code itself.
 */
function withOwnFlags(blob: Buffer): Buffer {
  const own = new Script("").createCachedData();
  const start = blob.indexOf(own.subarray(0, 8));
  if (start < 0) throw new Error("The application has no compiled code of this Node");
  own.copy(blob, start + 12, 12, 16);
  return blob;
}
