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
  const name = `pulumi_idm-${pythonVersion(version)}`;
  return { wheel: `${name}-py3-none-any.whl`, source: `${name}.tar.gz` };
}

/** As Python writes it: `1.2.3-rc.1` is `1.2.3rc1`. */
function pythonVersion(version: string): string {
  return version.replace(/-(a|b|rc)(?:lpha|eta)?\.(\d+)$/, "$1$2");
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

/** Whether a release of some version may have a file of this name. */
export function isReleaseFile(name: string): boolean {
  const version = "VERSION";
  return releaseFiles(version, platforms).some((pattern) => {
    const [before = "", after] = pattern.split(version);
    if (after === undefined) return name === pattern;
    const middle = name.slice(before.length, name.length - after.length);
    return name === before + middle + after && /^\d+\.\d+\.\d+[-.\w]*$/.test(middle);
  });
}
