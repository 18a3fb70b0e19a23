import { existsSync, globSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { presentEngine } from "../before-install/engine.mjs";
import { HelpReader, outputOf } from "./command-help.ts";
import type { Checkout, Document, Problem } from "./document.ts";
import { type Command, commandsIn } from "./shell.ts";

/** Says what is wrong with the words after the name of a program. Undefined when nothing is. */
type Check = (words: readonly string[], document: Document) => string | undefined;

const shells = ["sh", "bash", "shell", "console"];
/** What npm does without a script of package.json. */
const npmCommands =
  "access audit ci config exec explain help init install login ls outdated pack pkg ping prefix publish query sbom trust uninstall update version view whoami".split(
    " ",
  );

/** Commands of the documents that do not exist, or do not have their flags. */
export function commandProblems(checkout: Checkout, env = process.env): Problem[] {
  const checks = checksOf(checkout, env);
  return checkout.documents.flatMap((document) =>
    commandsOf(document, new Set(Object.keys(checks))).flatMap(({ words, line }) => {
      const message = checks[words[0] ?? ""]?.(words.slice(1), document);
      return message === undefined ? [] : [{ path: document.path, line, message }];
    }),
  );
}

/** Why commands of Pulumi cannot be checked here; empty when they can. */
export function whyNoPulumi(env = process.env): string[] {
  return presentEngine(env)
    ? []
    : ["Commands of pulumi are not checked: there is no engine yet (npm test builds one)."];
}

/** Commands in blocks, and in code within a line that begins with the name of a program. */
function commandsOf(document: Document, programs: ReadonlySet<string>): Command[] {
  const blocks = document.blocks.filter(
    ({ language, directive = "" }) => shells.includes(language) && !directive.startsWith("skip "),
  );
  const inBlocks = blocks.flatMap(({ code, line }) => commandsIn(code, line));
  const spans = document.spans.filter(
    ({ text }) => programs.has(text.split(" ")[0] ?? "") && text.includes(" "),
  );
  return [...inBlocks, ...spans.flatMap(({ text, line }) => commandsIn(text, line))];
}

function checksOf(checkout: Checkout, env: NodeJS.ProcessEnv): Readonly<Record<string, Check>> {
  const { root } = checkout;
  const npx: Check = (words) => missingTool(root, words);
  const checks: Record<string, Check> = {
    npx,
    npm: (words, document) =>
      words[0] === "exec"
        ? npx(words.slice(words.indexOf("--") + 1), document)
        : missingScript(root, words, document),
    node: (words, document) => missingFile(root, words, document),
  };
  const plugin = join(root, "dist/plugin/index.js");
  if (existsSync(plugin)) {
    const reader = new HelpReader((args) => outputOf(process.execPath, [plugin, ...args], env));
    checks["pulumi-resource-idm"] = (words) => missingInHelp(reader, "pulumi-resource-idm", words);
  }
  const engine = presentEngine(env);
  if (engine) {
    const withEngine = {
      ...env,
      PATH: [...engine, env.PATH].join(delimiter),
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const reader = new HelpReader((args) => outputOf("pulumi", args, withEngine));
    checks.pulumi = (words) => missingInHelp(reader, "pulumi", words);
  }
  return checks;
}

/** Scripts of the package at the root, of the folder of the document, or of an example. */
function missingScript(root: string, words: readonly string[], { path }: Document): string | undefined {
  const [command = "", name = ""] = words.filter((each) => !each.startsWith("-"));
  const script = ["run", "run-script"].includes(command) ? name : command;
  if (script === command && npmCommands.includes(command)) return undefined;
  if (isPlaceholder(script)) return undefined;
  const folders = [".", dirname(path), ...globSync("examples/*/", { cwd: root })];
  if (folders.some((folder) => Object.hasOwn(scriptsOf(join(root, folder)), script))) return undefined;
  return `npm ${words.join(" ")}: package.json has no script "${script}"`;
}

function scriptsOf(folder: string): Record<string, string> {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).scripts ?? {}) : {};
}

function missingTool(root: string, words: readonly string[]): string | undefined {
  const tool = words.find((each) => !each.startsWith("-")) ?? "";
  if (isPlaceholder(tool) || tool === "node" || existsSync(join(root, "node_modules/.bin", tool)))
    return undefined;
  return `npx ${words.join(" ")}: no package here has the tool "${tool}"`;
}

/** A file below the root, below the folder of the document, or one that a block of the page shows. */
function missingFile(root: string, words: readonly string[], { path, blocks }: Document): string | undefined {
  const file = words.find((each) => !each.startsWith("-")) ?? "";
  if (!/\.[cm]?[jt]s$/.test(file) || file.startsWith("/")) return undefined;
  if ([".", dirname(path)].some((folder) => existsSync(join(root, folder, file)))) return undefined;
  if (blocks.some(({ code }) => code.startsWith(`// ${file}`))) return undefined;
  return `node ${words.join(" ")}: there is no ${file}`;
}

/** What is wrong with the words of a command, by the help of its program. Undefined when nothing is. */
export function missingInHelp(
  reader: HelpReader,
  program: string,
  words: readonly string[],
): string | undefined {
  const firstFlag = words.findIndex((each) => each.startsWith("-"));
  const names = words
    .slice(0, firstFlag < 0 ? 3 : Math.min(firstFlag, 3))
    .filter((each) => !isPlaceholder(each));
  const { depth, hasCommands, flags } = reader.of(names);
  const command = [program, ...names.slice(0, depth)].join(" ");
  if (depth < names.length && hasCommands) return `${command} has no command "${names[depth]}"`;
  const unknown = words
    .filter((each) => /^-{1,2}\w/.test(each))
    .map((each) => each.replace(/=.*$/s, ""))
    .find((flag) => !flags.has(flag));
  return unknown === undefined ? undefined : `${command} has no flag ${unknown}`;
}

/** `…`, `URN` and the like stand for what the reader writes. */
function isPlaceholder(text: string): boolean {
  return text === "" || /[…<>[\]{}$*]/.test(text) || /^[A-Z_-]+$/.test(text);
}
