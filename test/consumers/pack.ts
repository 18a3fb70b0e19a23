import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";

/** The package as it is published. */
export interface Packed {
  readonly tarball: string;
  /** Paths from the package's root, in alphabetical order. */
  readonly files: readonly string[];
  /** Size of the tarball in bytes. */
  readonly size: number;
}

/** Builds the package and packs it into the folder. */
export function pack(folder: string): Packed {
  const [packed] = JSON.parse(npm(["pack", "--json", "--silent", "--pack-destination", folder], checkout));
  const { filename, files, size } = packed as { filename: string; files: { path: string }[]; size: number };
  return { tarball: join(folder, filename), files: files.map(({ path }) => path).sort(), size };
}

/** Runs npm in the folder. Returns what it prints, and throws when it fails. */
export function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
