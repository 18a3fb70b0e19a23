// What the site does to the Markdown of the pages. GitHub shows the same files as they are.
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { docsFolder } from "./pages.ts";
import { repositoryUrl } from "./project.ts";

/** The parts of markdown-it that are used here. It is a package of scripts/site alone. */
export interface Markdown {
  readonly core: { readonly ruler: Ruler };
  readonly renderer: { readonly rules: Record<string, RenderRule | undefined> };
}

interface Ruler {
  before(other: string, name: string, rule: (state: State) => void): void;
  after(other: string, name: string, rule: (state: State) => void): void;
}

interface State {
  src: string;
  readonly tokens: readonly Token[];
  readonly env: { readonly path?: string; readonly realPath?: string };
}

interface Token {
  readonly type: string;
  readonly info: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type RenderRule = (tokens: readonly Token[], index: number, ...rest: unknown[]) => string;

/** The id of a heading, as GitHub makes it: the same links work there and on the site. */
export function headingId(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** Links to files that are no pages lead to the repository. */
export function repositoryLinks(markdown: Markdown): void {
  markdown.core.ruler.after("inline", "repository-links", ({ tokens, env }) => {
    const page = env.realPath ?? env.path;
    const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "link_open");
    for (const link of page === undefined ? [] : links)
      link.attrSet("href", targetOf(link.attrGet("href") ?? "", page ?? ""));
  });
}

/** The address on the site for a link of the page at this path. A link to a file that does not exist stays as it is. */
export function targetOf(href: string, page: string): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [path = "", ...hash] = href.split(/(?=#)/);
  const file = join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file)) return href;
  const isInDocs = !relative(docsFolder, file).startsWith("..");
  if (isInDocs && file.endsWith(".md"))
    return basename(file) === "README.md" ? href.replace("README.md", "index.md") : href;
  const kind = statSync(file).isDirectory() ? "tree" : "blob";
  return `${repositoryUrl}/${kind}/main/${relative(checkout, file)}${hash.join("")}`;
}

/** Each cell of a table knows its heading. On a phone, the style sheet shows a row as a list of its cells. */
export function cellLabels(markdown: Markdown): void {
  markdown.core.ruler.after("inline", "cell-labels", ({ tokens }) => {
    let headings: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") headings = [];
      if (token.type === "tr_open") column = 0;
      if (token.type === "th_open") headings.push(tokens[index + 1]?.content ?? "");
      if (token.type === "td_open") token.attrSet("data-label", headings[column++] ?? "");
    }
  });
}

/** A block in the language `mermaid` becomes a diagram, drawn in the browser. */
export function mermaidDiagrams(markdown: Markdown): void {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== "mermaid") return fence?.(tokens, index, ...rest) ?? "";
    return `<MermaidDiagram code="${encodeURIComponent(token.content)}" />`;
  };
}

/** Programs in TypeScript, Python and other languages that follow one another become tabs. */
export function languageTabs(markdown: Markdown): void {
  markdown.core.ruler.before("block", "language-tabs", (state) => {
    state.src = withTabs(state.src);
  });
}

const tabNames: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  yaml: "YAML",
};
const block = "```(?:\\w+)\\n(?:(?!```).*\\n)*```\\n";

/** The text with a group of tabs around each run of blocks that begins with TypeScript and Python. */
export function withTabs(text: string): string {
  return text.replace(new RegExp(`^(?:${block}\\n*){2,}`, "gm"), (run) => {
    const languages = [...run.matchAll(/^```(\w+)$/gm)].map(([, language = ""]) => language);
    const names = languages.map((language) => tabNames[language]);
    if (names[0] !== "TypeScript" || names[1] !== "Python" || names.includes(undefined)) return run;
    const titled = run
      .trimEnd()
      .replace(/^```(\w+)$/gm, (line, language) => `${line} [${tabNames[language]}]`);
    return `::: code-group\n\n${titled}\n\n:::\n\n`;
  });
}
