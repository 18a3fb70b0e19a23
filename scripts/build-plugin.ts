// `npm run build:plugin [-- FOLDER]` writes the packaged plugin as archives for `pulumi plugin install --file`: those
// for machines that have Node, and one for this platform that needs nothing. Default folder: archives/.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withPluginDraft, writeExecutableArchive, writePluginArchives } from "./build/plugin-archives.ts";
import { commandLine, refuse } from "./command-line.ts";

const usage = `Usage: npm run build:plugin [-- FOLDER]

Writes the archives of the packaged plugin into FOLDER. Default: archives.`;

const { positionals } = commandLine(usage, { allowPositionals: true });
const [folder, ...others] = positionals;
if (others.length > 0) refuse(`There is one FOLDER, and not ${others.join(", ")} too.`, usage);
const target = resolve(folder ?? fileURLToPath(new URL("../archives", import.meta.url)));
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
mkdirSync(target, { recursive: true });
const archives = await withPluginDraft((draft) => [
  ...writePluginArchives(draft, target),
  writeExecutableArchive(draft, target),
]);
for (const archive of archives) console.log(archive);
