// `npm run build:plugin [-- FOLDER]` writes the packaged plugin as archives for `pulumi plugin install --file`: those
// for machines that have Node, and one for this platform that needs nothing. Default folder: archives/.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withPluginDraft, writeExecutableArchive, writePluginArchives } from "./build/plugin-archives.ts";

const target = resolve(process.argv[2] ?? fileURLToPath(new URL("../archives", import.meta.url)));
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
mkdirSync(target, { recursive: true });
const archives = await withPluginDraft((draft) => [
  ...writePluginArchives(draft, target),
  writeExecutableArchive(draft, target),
]);
for (const archive of archives) console.log(archive);
