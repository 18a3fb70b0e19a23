import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputOf } from "./command-help.ts";
import type { Document } from "./document.ts";

/** Commands of npm that run a script of package.json. */
const runScripts = ["start", "stop", "test", "restart"];

/** A script that no package.json has: at the root, in the folder of the document, or in an example. */
export function missingScript(
  root: string,
  words: readonly string[],
  { path }: Document,
): string | undefined {
  const [command = "", name = ""] = words.filter((each) => !each.startsWith("-"));
  const isRun = ["run", "run-script"].includes(command);
  if (!isRun && !runScripts.includes(command) && npmCommands().has(command)) return undefined;
  const script = isRun ? name : command;
  if (isPlaceholder(script)) return undefined;
  const folders = [".", dirname(path), ...globSync("examples/*/", { cwd: root })];
  if (folders.some((folder) => Object.hasOwn(scriptsOf(join(root, folder)), script))) return undefined;
  return `npm ${words.join(" ")}: package.json has no script "${script}"`;
}

let known: ReadonlySet<string> | undefined;

/** The commands that npm's help lists. */
function npmCommands(): ReadonlySet<string> {
  known ??= new Set(
    /^All commands:\n\n((?: {4}.*\n)+)/m.exec(outputOf("npm", ["--help"]))?.[1]?.match(/[\w-]+/g),
  );
  return known;
}

function scriptsOf(folder: string): Record<string, string> {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).scripts ?? {}) : {};
}

/** A tool that no package of node_modules has. */
export function missingTool(root: string, words: readonly string[]): string | undefined {
  const tool = words.find((each) => !each.startsWith("-")) ?? "";
  if (isPlaceholder(tool) || tool === "node" || existsSync(join(root, "node_modules/.bin", tool)))
    return undefined;
  return `npx ${words.join(" ")}: no package here has the tool "${tool}"`;
}

/** A file that is neither below the root, nor below the folder of the document, nor shown by a block of the page. */
export function missingFile(
  root: string,
  words: readonly string[],
  { path, blocks }: Document,
): string | undefined {
  const file = words.find((each) => !each.startsWith("-")) ?? "";
  if (!/\.[cm]?[jt]s$/.test(file) || file.startsWith("/")) return undefined;
  if ([".", dirname(path)].some((folder) => existsSync(join(root, folder, file)))) return undefined;
  if (blocks.some(({ code }) => code.startsWith(`// ${file}`))) return undefined;
  return `node ${words.join(" ")}: there is no ${file}`;
}

/** `…`, `URN` and the like stand for what the reader writes. */
export function isPlaceholder(text: string): boolean {
  return text === "" || /[…<>[\]{}$*]/.test(text) || /^[A-Z_-]+$/.test(text);
}
