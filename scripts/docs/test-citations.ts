import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Checkout, Problem } from "./document.ts";
import { testTitles } from "./test-titles.ts";

/** A cell of a column "Test". */
interface Cell {
  readonly text: string;
  readonly line: number;
}

/** A test file that a cell cites, and the titles in it. Without titles, the whole file is meant. */
interface Citation {
  readonly file: string;
  readonly titles: readonly string[];
}

const span = "`[^`]+`";
const citation = `${span}(?:: ${span}(?:, ${span})*)?`;
const form = new RegExp(`^${citation}(?:; ${citation})*$`);
const separator = /^\|(\s*:?-+:?\s*\|)+\s*$/;

/**
 * Tests that documents cite in a table's last column "Test" and that do not exist. A cell has the form
 * `` `test/a.test.ts`: `title`, `title`; `test/b.test.ts` ``, or is "none". `…` stands for any part of a title.
 */
export function citationProblems(checkout: Checkout): Problem[] {
  const titles = titlesBelow(checkout.root);
  return checkout.documents.flatMap(({ path, text }) =>
    testColumn(text).flatMap((cell) =>
      cellProblems(cell.text, checkout.root, titles).map((message) => ({ path, line: cell.line, message })),
    ),
  );
}

/** The titles in a test file, which is read once. */
function titlesBelow(root: string): (file: string) => readonly string[] {
  const read = new Map<string, readonly string[]>();
  return (file) => {
    const titles = read.get(file) ?? testTitles(readFileSync(join(root, file), "utf8"));
    read.set(file, titles);
    return titles;
  };
}

function testColumn(text: string): Cell[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) =>
    lastCell(line) === "Test" && separator.test(lines[index + 1] ?? "") ? [index + 2] : [],
  );
  return starts.flatMap((start) => {
    const end = lines.findIndex((line, index) => index >= start && !line.startsWith("|"));
    return lines
      .slice(start, end < 0 ? undefined : end)
      .map((line, index) => ({ text: lastCell(line), line: start + index + 1 }));
  });
}

function lastCell(row: string): string {
  return /(?<!\\)\|((?:[^|\\]|\\.)*)\|\s*$/.exec(row)?.[1]?.trim() ?? "";
}

function cellProblems(cell: string, root: string, titlesOf: (file: string) => readonly string[]): string[] {
  if (cell === "none") return [];
  if (!form.test(cell)) {
    return [
      `cites tests as ${cell || '""'}, which is not of the form \`test/file.test.ts\`: \`title\`, \`title\`; …`,
    ];
  }
  return citationsOf(cell).flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [`there is no ${file}`];
    if (titles.length === 0) return [];
    if (!statSync(join(root, file)).isFile()) return [`cites titles of ${file}, which is no file`];
    return titles
      .filter((title) => !titlesOf(file).some((each) => meaning(title).test(each)))
      .map((title) => `${file} has no test "${title}"`);
  });
}

function citationsOf(cell: string): Citation[] {
  return [...cell.matchAll(new RegExp(citation, "g"))].map(([text]) => {
    const [file = "", ...titles] = [...text.matchAll(/`([^`]+)`/g)].map(([, inner = ""]) => inner);
    return { file, titles };
  });
}

/** The titles that a cited title means. */
function meaning(title: string): RegExp {
  return new RegExp(`^${title.split("…").map(escaped).join(".*")}$`, "s");
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
