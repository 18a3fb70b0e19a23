import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isSettingName, settingNames, variableName } from "../../provider/config/setting-table.ts";
import type { Checkout, Document, Problem } from "./document.ts";

/** A name that documents use, and how it is known whether it exists. */
interface NameRule {
  /** Its first group is the name. */
  readonly pattern: RegExp;
  problem(name: string): string | undefined;
}

const codeFiles =
  "{provider,sdk,scripts,test,bench,examples,.github}/**/*.{ts,mjs,cjs,js,json,py,go,yml,yaml,sh}";
/** Documents that name files of the checkout. */
const namesFiles = /^CONTRIBUTING\.md$|^docs\/(performance|reliability)\.md$|^scripts\//;
const fileName = /^[\w./-]+\.(ts|mjs|cjs|json|md|py|go|svg|yaml|yml)$|^[\w./-]+\/$/;

/** Settings, error codes, versions and files that the documents name and that do not exist. */
export function nameProblems(checkout: Checkout): Problem[] {
  const files = filesOf(checkout.root);
  const rules = nameRules(checkout, files);
  return checkout.documents.flatMap((document) => [
    ...document.text.split("\n").flatMap((text, index) =>
      rules.flatMap(({ pattern, problem }) =>
        [...text.matchAll(pattern)].flatMap(([, name = ""]) => {
          const message = problem(name);
          return message === undefined ? [] : [{ path: document.path, line: index + 1, message }];
        }),
      ),
    ),
    ...(namesFiles.test(document.path) ? fileProblems(document, files) : []),
  ]);
}

function nameRules({ root, package: { version } }: Checkout, files: readonly string[]): NameRule[] {
  const codes = new Set(readFileSync(join(root, "provider/errors.ts"), "utf8").match(/ERR_IDM_[A-Z_]+/g));
  const variables = variablesIn(root, files);
  return [
    {
      pattern: /(?<![\w/:])idm:([a-z]\w*)(?![\w:])/g,
      problem: (name) => (isSettingName(name) ? undefined : `there is no setting idm:${name}`),
    },
    {
      pattern: /\b(IDM_[A-Z_]*[A-Z])\b/g,
      problem: (name) => (variables.has(name) ? undefined : `no code reads the variable ${name}`),
    },
    {
      pattern: /\b(ERR_IDM_[A-Z_]*[A-Z])\b/g,
      problem: (name) => (codes.has(name) ? undefined : `there is no error code ${name}`),
    },
    {
      pattern: /(?:pulumi-idm[@-]|pulumi_idm-|pulumi-resource-idm-v|resource idm v)(\d+\.\d+\.\d+)/g,
      problem: (name) =>
        name === version ? undefined : `names version ${name}, but package.json has ${version}`,
    },
  ];
}

/** The variables of the settings, and those that any code names. */
function variablesIn(root: string, files: readonly string[]): Set<string> {
  const code = files.filter((file) => /\.(ts|mjs|js|py|go|ya?ml|sh)$/.test(file));
  const named = code.flatMap(
    (file) => readFileSync(join(root, file), "utf8").match(/\bIDM_[A-Z_]*[A-Z]\b/g) ?? [],
  );
  return new Set([...settingNames.map(variableName), ...named]);
}

function filesOf(root: string): string[] {
  const exclude = (path: string) => /node_modules|\.state/.test(path);
  const others = globSync(["*.*", ".*.mjs", "docs/**", "dist/**/*.{js,json}"], { cwd: root });
  return [...globSync(codeFiles, { cwd: root, exclude }), ...others];
}

/** A name is that of a file when a path ends with it, of a folder when a path contains it. */
function fileProblems({ path, spans, blocks }: Document, files: readonly string[]): Problem[] {
  const shown = blocks.flatMap(
    ({ directive = "" }) => /^as \S*?([^/\s]+)\.\w+$/.exec(directive)?.slice(1) ?? [],
  );
  const exists = (name: string) =>
    files.some((file) =>
      name.endsWith("/") ? `/${file}`.includes(`/${name}`) : `/${file}`.endsWith(`/${name}`),
    );
  return spans
    .filter(({ text }) => fileName.test(text) && !/^(x\.|node_modules|build|\.|~)/.test(text))
    .filter(({ text }) => !shown.some((name) => text.includes(name)) && !exists(text))
    .map(({ text, line }) => ({ path, line, message: `there is no file or folder ${text}` }));
}
