import { spawnSync } from "node:child_process";
import { parseAllDocuments } from "yaml";
import type { Checkout, Problem } from "./document.ts";
import type { CodeBlock } from "./markdown.ts";

/** Says what is wrong with the code, and in which of its lines. Undefined when it can be parsed. */
type Parse = (code: string) => { readonly line: number; readonly message: string } | undefined;

const parsers: Readonly<Record<string, Parse>> = {
  json: parseJson,
  yaml: parseYaml,
  yml: parseYaml,
  python: parsePython,
  go: parseGo,
};

/** Blocks of JSON, YAML, Python and Go that cannot be parsed. */
export function otherProblems({ documents }: Checkout): Problem[] {
  return documents.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) => {
      const failure = isSkipped(block) ? undefined : parsers[block.language]?.(block.code);
      const message = `is no ${block.language}: ${failure?.message}`;
      return failure ? [{ path, line: block.line + failure.line - 1, message }] : [];
    }),
  );
}

/** The programs that are needed and missing: their blocks are not checked. */
export function missingParsers(): string[] {
  return ["python3", "gofmt"].filter((program) => spawnSync(program, ["-h"]).error !== undefined);
}

function isSkipped({ directive = "" }: CodeBlock): boolean {
  return directive.startsWith("skip ");
}

function parseJson(code: string): ReturnType<Parse> {
  try {
    JSON.parse(code);
  } catch (error) {
    return { line: 1, message: (error as Error).message };
  }
}

function parseYaml(code: string): ReturnType<Parse> {
  const [error] = parseAllDocuments(code).flatMap(({ errors }) => errors);
  return error && { line: error.linePos?.[0].line ?? 1, message: error.message.split("\n")[0] ?? "" };
}

const pythonScript = `
import sys
try:
    compile(sys.stdin.read(), "block", "exec")
except SyntaxError as error:
    print(f"{error.lineno}:{error.msg}")
`;

function parsePython(code: string): ReturnType<Parse> {
  const { stdout } = spawnSync("python3", ["-c", pythonScript], { input: code, encoding: "utf8" });
  return failureIn(stdout ?? "");
}

/** gofmt also takes statements that belong in a function. */
function parseGo(code: string): ReturnType<Parse> {
  const { stderr } = spawnSync("gofmt", ["-e"], { input: code, encoding: "utf8" });
  return failureIn((stderr ?? "").replace(/^<standard input>:/, "").replace(/^(\d+):\d+: /, "$1:"));
}

/** Reads `line:message`. */
function failureIn(output: string): ReturnType<Parse> {
  const [, line, message] = /^(\d+):(.*)/.exec(output) ?? [];
  return message === undefined ? undefined : { line: Number(line), message };
}
