import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Checkout, Document, Problem } from "./document.ts";
import type { CodeBlock } from "./markdown.ts";
import { pluginTypes } from "./plugin-types.ts";

/** The file that stands for a block while it is compiled. */
interface BlockFile {
  readonly document: Document;
  readonly block: CodeBlock;
  readonly name: string;
  readonly content: string;
  /** Lines of `content` before the code of the block. */
  readonly before: number;
}

const languages = new Map([
  ["ts", "ts"],
  ["typescript", "ts"],
  ["js", "js"],
  ["javascript", "js"],
]);
/** Packages of other providers: the programs in examples/ are compiled against the real ones. */
const others = ["@pulumi/cloudflare", "@pulumi/aws"];
const knownImports: Readonly<Record<string, string>> = {
  idm: "pulumi-idm",
  pulumi: "@pulumi/pulumi",
};

/** What the compiler says about the blocks of TypeScript and JavaScript. */
export function typescriptProblems(checkout: Checkout): Problem[] {
  const files = checkout.documents.flatMap((document) => filesOf(checkout.root, document));
  if (files.length === 0) return [];
  if (!existsSync(join(checkout.root, "dist/sdk/index.d.ts")))
    return [{ path: "dist/sdk/index.d.ts", line: 1, message: "the package is not built: npm run build" }];
  const ambient = join(checkout.root, "docs-check.d.ts");
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  contents.set(
    ambient,
    [...others.map((name) => `declare module "${name}";`), pluginTypes(checkout)].join("\n"),
  );
  const program = ts.createProgram([...contents.keys()], options, hostWith(contents, checkout.root));
  return files.flatMap((file) => problemsOf(program, file));
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  noEmit: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  strict: true,
  skipLibCheck: true,
};

function filesOf(root: string, document: Document): BlockFile[] {
  let page = "";
  return document.blocks.flatMap((block) => {
    const kind = languages.get(block.language);
    const { directive = "" } = block;
    if (kind === undefined || directive.startsWith("skip ")) return [];
    const preamble = directive === "continues" ? page : (/^with (.*)$/.exec(directive)?.[1] ?? "");
    const header = importsFor(`${preamble}\n${block.code}`, directive === "plugin");
    const before = `${header}${preamble.replaceAll("\n", " ")}\n`;
    page = kind === "ts" ? `${preamble}\n${block.code}` : page;
    const isCommonJs = /\brequire\(|\bexports\./.test(block.code);
    const extension = kind === "ts" ? "mts" : isCommonJs ? "cjs" : "mjs";
    const name = join(
      root,
      placeOf(directive) ?? `docs-check-${document.path.replaceAll("/", "-")}-${block.line}.${extension}`,
    );
    return [{ document, block, name, content: before + block.code, before: before.split("\n").length - 1 }];
  });
}

function placeOf(directive: string): string | undefined {
  return /^as (\S+)$/.exec(directive)?.[1];
}

/** Imports of what the code uses and does not import, in one line. */
function importsFor(code: string, isPlugin: boolean): string {
  return Object.entries(knownImports)
    .filter(
      ([name]) =>
        new RegExp(`\\b${name}\\.`).test(code) && !new RegExp(`\\b(as|const) ${name}\\b`).test(code),
    )
    .map(
      ([name, from]) =>
        `import * as ${name} from "${isPlugin && name === "idm" ? "pulumi-idm-plugin" : from}"; `,
    )
    .join("");
}

/** The files of the disk, and those of the blocks beside them. */
function hostWith(contents: ReadonlyMap<string, string>, root: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.getCurrentDirectory = () => root;
  host.fileExists = (name) => contents.has(name) || fileExists(name);
  host.readFile = (name) => contents.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const content = contents.get(name);
    return content === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, content, { ...sourceOptions, impliedNodeFormat: formatOf(name) });
  };
  return host;
}

const sourceOptions = { languageVersion: ts.ScriptTarget.ES2023 };

function formatOf(name: string): ts.ResolutionMode {
  return name.endsWith(".cjs") ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext;
}

function problemsOf(program: ts.Program, { document, block, name, before }: BlockFile): Problem[] {
  const source = program.getSourceFile(name);
  if (source === undefined) return [];
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  // A program in JavaScript declares no types.
  const isMissingType = (code: number) => !/\.m?ts$/.test(name) && code >= 7000 && code < 8000;
  return found
    .filter(({ code }) => !isMissingType(code))
    .map(({ start = 0, messageText }) => ({
      path: document.path,
      line: block.line + Math.max(0, source.getLineAndCharacterOfPosition(start).line - before),
      message: `does not compile: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    }));
}
