import { copyFileSync, existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../before-install/terminal.mjs";
import { executableArchive, platforms } from "../build/plugin-names.ts";

/**
 * Copies the executables of other platforms from any depth of the folder into the release. Returns their platforms.
 * Throws a UserError for an archive that is not of this version, and for a folder that has none.
 */
export function addExecutables(folder: string, release: string, version: string): string[] {
  if (!existsSync(folder)) throw new UserError(`The folder of --executables does not exist: ${folder}`);
  const archives = globSync("**/*-executable.tar.gz", { cwd: folder });
  if (archives.length === 0) throw new UserError(`The folder of --executables has no executable: ${folder}`);
  return archives.map((archive) => {
    const name = basename(archive);
    const platform = platforms.find((one) => executableArchive(version, one) === name);
    if (platform === undefined)
      throw new UserError(`${join(folder, archive)} is no executable of version ${version}`);
    // The one of this platform was built twice and tried.
    if (!existsSync(join(release, name))) copyFileSync(join(folder, archive), join(release, name));
    return platform;
  });
}
