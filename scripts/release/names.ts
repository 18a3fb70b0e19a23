// The names of the files of a release.
import { executableArchive, platforms, pluginArchive } from "../build/plugin-names.ts";

/** The file that lists all others with their checksums. A folder without it is not a whole release. */
export const sumsFile = "SHA256SUMS";
export const licencesFile = "LICENSES.txt";
export const notesFile = "RELEASE_NOTES.md";
export const sbomFile = "sbom.cdx.json";
export const schemaFileName = "schema.json";

/** The package for npm. */
export function npmTarball(version: string): string {
  return `pulumi-idm-${version}.tgz`;
}

/** The packages for PyPI. */
export function pythonFiles(version: string): { wheel: string; source: string } {
  return { wheel: `pulumi_idm-${version}-py3-none-any.whl`, source: `pulumi_idm-${version}.tar.gz` };
}

/** The names of all files of a release but `SHA256SUMS`, in alphabetical order. */
export function releaseFiles(version: string, executablesFor: readonly string[]): string[] {
  return [
    npmTarball(version),
    ...Object.values(pythonFiles(version)),
    ...platforms.map((platform) => pluginArchive(version, platform)),
    ...executablesFor.map((platform) => executableArchive(version, platform)),
    licencesFile,
    notesFile,
    sbomFile,
    schemaFileName,
  ].sort();
}
