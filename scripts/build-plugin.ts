// `npm run build:plugin [-- FOLDER]` writes the packaged plugin as archives for `pulumi plugin install --file`: one for
// machines that have Node, and one for this platform that needs nothing. Default folder: archives/.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "./build/bundle.ts";
import { pluginName, shellLauncher, windowsLauncher } from "./build/launchers.ts";
import { engines, writePlugin } from "./build/plugin-folder.ts";
import { buildExecutable } from "./build/single-executable.ts";
import { type ArchivedFile, tarGz } from "./build/tar.ts";

const target = resolve(process.argv[2] ?? fileURLToPath(new URL("../archives", import.meta.url)));
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const draft = resolve(`node_modules/.cache/pulumi-idm-plugin-${process.pid}`);
const file = (name: string): ArchivedFile => ({ name, content: readFileSync(join(draft, name)) });
try {
  mkdirSync(draft, { recursive: true });
  mkdirSync(target, { recursive: true });
  await writePlugin(draft);
  writeArchive("node", [
    ...["index.js", "plugin.js", "schema.json", "LICENSES.txt"].map(file),
    // A package.json of a folder above may say that files are ES modules.
    { name: "package.json", content: Buffer.from('{ "type": "commonjs" }\n') },
    { name: pluginName, content: Buffer.from(shellLauncher(engines)), isExecutable: true },
    { name: `${pluginName}.cmd`, content: Buffer.from(windowsLauncher(engines)) },
  ]);
  const executable = process.platform === "win32" ? `${pluginName}.exe` : pluginName;
  const application = { folder: draft, main: "plugin.js", assets: ["schema.json"] };
  buildExecutable(application, join(draft, executable));
  writeArchive(platform(), [{ ...file(executable), isExecutable: true }, file("LICENSES.txt")]);
} finally {
  rmSync(draft, { recursive: true, force: true });
}

function writeArchive(kind: string, files: readonly ArchivedFile[]): void {
  const archive = join(target, `${pluginName}-v${version}-${kind}.tar.gz`);
  writeFileSync(archive, tarGz(files));
  console.log(archive);
}

/** The platform in the words of the engine, which names the archives so that it downloads. */
function platform(): string {
  const names: Record<string, string> = { win32: "windows", x64: "amd64" };
  return [process.platform, process.arch].map((name) => names[name] ?? name).join("-");
}
