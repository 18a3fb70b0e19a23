import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { presentEngine } from "../before-install/engine.mjs";
import { HelpReader, outputOf } from "./command-help.ts";
import type { Checkout, Document, Problem } from "./document.ts";
import { isPlaceholder, missingFile, missingScript, missingTool } from "./node-commands.ts";
import { type Command, commandsIn } from "./shell.ts";

/** Says what is wrong with the words after the name of a program. Undefined when nothing is. */
type Check = (words: readonly string[], document: Document) => string | undefined;

const shells = ["sh", "bash", "shell", "console"];

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
  // Of the tool of this package, the command after it is checked too.
  const npx: Check = (words, document) =>
    words[0] === "pulumi-resource-idm"
      ? checks["pulumi-resource-idm"]?.(words.slice(1), document)
      : missingTool(root, words);
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
