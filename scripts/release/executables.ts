import { copyFileSync, existsSync, globSync, lstatSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { UserError } from "../before-install/terminal.mjs";
import { executableArchive, executableName, platforms } from "../build/plugin-names.ts";
import { untarGz } from "../build/tar.ts";
import { platformOf } from "./executable-format.ts";
import { licencesFile, schemaFileName } from "./names.ts";

/**
 * Copies the executables of other platforms from any depth of the folder into the release. Returns their platforms.
 * Throws a UserError for a folder that has none, and for an archive that has no executable of its platform with the
 * schema of the release.
 */
export function addExecutables(folder: string, release: string, version: string): string[] {
  if (!existsSync(folder)) throw new UserError(`The folder of --executables does not exist: ${folder}`);
  const archives = globSync("**/*-executable.tar.gz", { cwd: folder });
  if (archives.length === 0) throw new UserError(`The folder of --executables has no executable: ${folder}`);
  const schema = readFileSync(join(release, schemaFileName), "utf8");
  return archives.map((archive) => {
    const file = join(folder, archive);
    const name = basename(archive);
    const platform = platforms.find((one) => executableArchive(version, one) === name);
    if (platform === undefined) throw new UserError(`${file} is no executable of version ${version}`);
    requireExecutable(file, platform, schema);
    // The one of this platform was built twice and tried.
    if (!existsSync(join(release, name))) copyFileSync(file, join(release, name));
    return platform;
  });
}

function requireExecutable(file: string, platform: string, schema: string): void {
  const problem = lstatSync(file).isFile()
    ? whyNoExecutable(file, platform, schema)
    : "it is no regular file";
  if (problem !== undefined) throw new UserError(`${file} is no executable for ${platform}: ${problem}.`);
}

function whyNoExecutable(file: string, platform: string, schema: string): string | undefined {
  const files = filesOf(file);
  if (files === undefined) return "it is no archive that a release check has written";
  const [licences, program, ...more] = files;
  const name = executableName(platform);
  if (licences?.name !== licencesFile || program?.name !== name || more.length > 0)
    return `it has not just ${licencesFile} and ${name}`;
  if (!program.isExecutable) return `its ${name} may not be executed`;
  const found = platformOf(program.content);
  if (found !== platform) return `its ${name} is ${found === undefined ? "no program" : `for ${found}`}`;
  // Git may write the file with the line ends of Windows there.
  const hasSchema = [schema, schema.replaceAll("\n", "\r\n")].some((text) => program.content.includes(text));
  return hasSchema
    ? undefined
    : `its ${name} has another schema than this release, so it is of another version`;
}

function filesOf(file: string) {
  try {
    return untarGz(readFileSync(file));
  } catch {
    return undefined;
  }
}
