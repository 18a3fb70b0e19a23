import { pluginName } from "./launchers.ts";

/** The platforms that have an archive of the plugin, in the words of the engine. */
export const platforms = ["linux", "darwin", "windows"].flatMap((os) =>
  ["amd64", "arm64"].map((arch) => `${os}-${arch}`),
);

/** The platform of this machine, in the words of the engine. */
export function thisPlatform(): string {
  const names: Record<string, string> = { win32: "windows", x64: "amd64" };
  return [process.platform, process.arch].map((name) => names[name] ?? name).join("-");
}

/** The file of an executable for a platform. */
export function executableName(platform: string): string {
  return platform.startsWith("windows-") ? `${pluginName}.exe` : pluginName;
}

/** The archive of the plugin for machines with Node. The engine downloads an archive of this name. */
export function pluginArchive(version: string, platform: string): string {
  return `${pluginName}-v${version}-${platform}.tar.gz`;
}

/** The archive of the plugin with Node in it. */
export function executableArchive(version: string, platform: string): string {
  return `${pluginName}-v${version}-${platform}-executable.tar.gz`;
}
