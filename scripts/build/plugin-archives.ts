// The packaged plugin as archives for `pulumi plugin install --file`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { version } from "./bundle.ts";
import { pluginName, shellLauncher, windowsLauncher } from "./launchers.ts";
import { nodeLicence } from "./licences.ts";
import { engines, writePlugin } from "./plugin-folder.ts";
import { executableArchive, executableName, platforms, pluginArchive, thisPlatform } from "./plugin-names.ts";
import { buildExecutable } from "./single-executable.ts";
import { type ArchivedFile, tarGz } from "./tar.ts";

/** The plugin as one bundle, from which the archives are made. */
export interface PluginDraft {
  readonly folder: string;
  /** Names of the packages in it. */
  readonly packages: readonly string[];
  /** Licences of the packages in it, and of the Node in the executable. */
  readonly licences: string;
}

/** Bundles the plugin into a temporary folder for `use`. */
export async function withPluginDraft<T>(use: (draft: PluginDraft) => T | Promise<T>): Promise<T> {
  mkdirSync("node_modules/.cache", { recursive: true });
  const folder = mkdtempSync(resolve("node_modules/.cache/pulumi-idm-plugin-"));
  try {
    const packages = await writePlugin(folder);
    const licences = `${readFileSync(join(folder, "LICENSES.txt"), "utf8")}\n\n${nodeLicence()}`;
    return await use({ folder, packages, licences });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the archives for machines that have Node, one for each platform. Their content is the same: the engine
 * downloads an archive by the name of its platform. Returns their paths.
 */
export function writePluginArchives({ folder }: PluginDraft, target: string): string[] {
  const archive = tarGz([
    ...["index.js", "plugin.js", "schema.json", "LICENSES.txt"].map((name) => fileOf(folder, name)),
    // A package.json of a folder above may say that files are ES modules.
    { name: "package.json", content: Buffer.from('{ "type": "commonjs" }\n') },
    { name: pluginName, content: Buffer.from(shellLauncher(engines)), isExecutable: true },
    { name: `${pluginName}.cmd`, content: Buffer.from(windowsLauncher(engines)) },
  ]);
  return platforms.map((platform) => write(join(target, pluginArchive(version, platform)), archive));
}

/** Writes the archive for this platform that has Node in it. Returns its path. */
export function writeExecutableArchive({ folder, licences }: PluginDraft, target: string): string {
  const executable = executableName(thisPlatform());
  buildExecutable({ folder, main: "plugin.js", assets: ["schema.json"] }, join(folder, executable));
  const archive = tarGz([
    { ...fileOf(folder, executable), isExecutable: true },
    { name: "LICENSES.txt", content: Buffer.from(licences) },
  ]);
  return write(join(target, executableArchive(version, thisPlatform())), archive);
}

function fileOf(folder: string, name: string): ArchivedFile {
  return { name, content: readFileSync(join(folder, name)) };
}

function write(file: string, content: Buffer): string {
  writeFileSync(file, content);
  return file;
}
