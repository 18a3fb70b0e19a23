import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { licencesWithin } from "./licences-within.ts";

const require = createRequire(import.meta.url);

/** A comment with the licence of a package, for the end of a file that contains it. */
export function licenceOf(name: string): string {
  return `/*\n${name} is part of this file, under this licence:\n\n${licenceText(name)}*/`;
}

/** The licence of a package, and those of what it contains of others. */
export function licenceText(name: string): string {
  const folder = folderOf(name);
  const [file] = globSync("LICEN[CS]E*", { cwd: folder });
  const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = file ? readFileSync(join(folder, file), "utf8") : `${license}\n`;
  const within = licencesWithin[name];
  return within === undefined ? own : `${own.trimEnd()}\n\n${within}`;
}

/** The licence of the Node that runs now, which an executable contains. */
export function nodeLicence(): string {
  const file = join(dirname(dirname(process.execPath)), "LICENSE");
  const elsewhere = `https://github.com/nodejs/node/blob/${process.version}/LICENSE`;
  return titled(`Node.js ${process.version}`, existsSync(file) ? readFileSync(file, "utf8") : elsewhere);
}

/** A licence below a line with what it is for. */
export function titled(title: string, text: string): string {
  return `${title}\n${"=".repeat(title.length)}\n\n${text.trim()}\n`;
}

/** Not by `require.resolve`: a package may hide its package.json. */
function folderOf(name: string): string {
  const folders = require.resolve.paths(name) ?? [];
  const [found] = folders.filter(
    (folder) => globSync("package.json", { cwd: join(folder, name) }).length > 0,
  );
  if (found === undefined) throw new Error(`${name} is not installed`);
  return join(found, name);
}
