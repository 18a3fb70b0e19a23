import { headingId } from "../site/markdown.ts";

/** A block of code between fences. */
export interface CodeBlock {
  /** The first word after the fence; empty when there is none. */
  readonly language: string;
  readonly code: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
  /** The comment `<!-- check: … -->` before it, without the frame. */
  readonly directive?: string;
}

/** Text in backticks within a line. */
export interface CodeSpan {
  readonly text: string;
  readonly line: number;
}

/** A link or an image. */
export interface Link {
  readonly target: string;
  readonly line: number;
  readonly isImage: boolean;
}

/** What the checks read of a Markdown file. */
export interface Page {
  readonly blocks: readonly CodeBlock[];
  readonly spans: readonly CodeSpan[];
  readonly links: readonly Link[];
  /** Anchors of the headings, as GitHub and the site make them. */
  readonly anchors: ReadonlySet<string>;
}

/** A line outside of code blocks. */
interface TextLine {
  readonly text: string;
  readonly line: number;
}

/** Reads a page of Markdown. */
export function readPage(markdown: string): Page {
  const { blocks, lines } = splitBlocks(markdown);
  return {
    blocks,
    spans: lines.flatMap(spansOf),
    links: lines.flatMap(linksOf),
    anchors: anchorsOf(lines.filter(({ text }) => /^#{1,6} /.test(text)).map(({ text }) => text)),
  };
}

function splitBlocks(markdown: string): { blocks: CodeBlock[]; lines: TextLine[] } {
  const [blocks, lines]: [CodeBlock[], TextLine[]] = [[], []];
  const all = markdown.split("\n");
  for (let index = 0; index < all.length; index++) {
    const text = all[index] ?? "";
    const [, indent = "", fence, language = ""] = /^(\s*)(`{3,}|~{3,})\s*([\w+-]*)/.exec(text) ?? [];
    if (fence === undefined) {
      lines.push({ text, line: index + 1 });
      continue;
    }
    const end = all.findIndex((line, at) => at > index && line.trim() === fence);
    const code = all.slice(index + 1, end < 0 ? undefined : end).map((line) => withoutIndent(line, indent));
    const directive = directiveBefore(all, index);
    blocks.push({
      language,
      code: `${code.join("\n")}\n`,
      line: index + 2,
      ...(directive !== undefined && { directive }),
    });
    index = end < 0 ? all.length : end;
  }
  return { blocks, lines };
}

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line;
}

/** The directive stands in the line before the block, or before blank lines. */
function directiveBefore(lines: readonly string[], fence: number): string | undefined {
  const before = lines
    .slice(0, fence)
    .findLast((line) => line.trim() !== "")
    ?.trim();
  return /^<!-- check: (.*) -->$/.exec(before ?? "")?.[1];
}

function spansOf({ text, line }: TextLine): CodeSpan[] {
  return [...text.matchAll(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g)].map(([, , inner = ""]) => ({
    text: inner.trim(),
    line,
  }));
}

function linksOf({ text, line }: TextLine): Link[] {
  const plain = text.replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g, "code");
  // The text of a link may begin in the line before.
  const inline = [...plain.matchAll(/(?:(!)\[[^\]]*)?\]\(\s*<?([^\s)>]+)>?[^)]*\)/g)];
  const attributes = [...plain.matchAll(/<(img|a)\b[^>]*\b(?:src|href)="([^"]+)"/g)];
  const definitions = [...plain.matchAll(/^\[[^\]]+\]:\s*(\S+)/g)].map(
    (match) => ["", "", match[1]] as const,
  );
  return [...inline, ...attributes, ...definitions].map(([, kind, target = ""]) => ({
    target,
    line,
    isImage: kind === "!" || kind === "img",
  }));
}

/** Two headings of one text get `text` and `text-1`. */
function anchorsOf(headings: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function anchorOf(heading: string): string {
  return headingId(heading.replace(/^#+\s*/, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
}
