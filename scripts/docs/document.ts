import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { type Page, readPage } from "./markdown.ts";

/** A Markdown file of the checkout. */
export interface Document extends Page {
  /** Path below the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Something wrong in a document. */
export interface Problem {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A folder with documents, and what its `package.json` says. */
export interface Checkout {
  readonly root: string;
  readonly documents: readonly Document[];
  readonly package: PackageFile;
}

/** What the checks read of `package.json`. */
export interface PackageFile {
  readonly version: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly scripts: Readonly<Record<string, string>>;
}

const patterns = ["*.md", "docs/**/*.md", "examples/**/*.md", "scripts/**/*.md"];
/** What is generated or installed. The changelog tells of what has been. */
const left = /(^|\/)(node_modules|dist|build|site|release)\/|^CHANGELOG\.md$/;

/** Reads the documents below `root`. */
export function readCheckout(root: string): Checkout {
  const paths = globSync(patterns, { cwd: root, exclude: (path) => /node_modules$/.test(String(path)) })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !left.test(path));
  return {
    root,
    documents: [...new Set(paths)].sort().map((path) => readDocument(root, path)),
    package: JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  };
}

function readDocument(root: string, path: string): Document {
  const text = readFileSync(join(root, path), "utf8");
  return { path, text, ...readPage(text) };
}

/** The first block of code in this language of a document of this checkout. Throws an Error when there is none. */
export function blockOf(path: string, language: string): string {
  const block = readDocument(checkout, path).blocks.find((each) => each.language === language);
  if (block === undefined) throw new Error(`${path} has no block of ${language}`);
  return block.code;
}
