// Looks for dead links in the built site: pages, files, and the headings that a link names.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "./pages.ts";
import { basePath } from "./project.ts";

/** A page of the built site. */
interface BuiltPage {
  /** `/guides/first-steps` */
  readonly address: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

/** The dead links: one sentence for each. */
export function deadLinks(folder = siteFolder, base = basePath): string[] {
  const files = globSync("**/*.html", { cwd: folder }).filter((file) => file !== "404.html");
  const pages = new Map(
    files.map((file) => builtPage(folder, file, base)).map((page) => [page.address, page]),
  );
  const problems = [...pages.values()].flatMap((page) =>
    page.links
      .map((link) => ({ link, problem: problemOf(link, page, pages, folder, base) }))
      .flatMap(({ link, problem }) => (problem ? [`${page.address}: dead link ${link}: ${problem}`] : [])),
  );
  return [...new Set(problems)];
}

function builtPage(folder: string, file: string, base: string): BuiltPage {
  const html = readFileSync(join(folder, file), "utf8");
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = ""]) => unescaped(value));
  return {
    address: base + file.replace(/\.html$/, "").replace(/(^|\/)index$/, "$1"),
    ids: new Set(all(/\sid="([^"]*)"/g)),
    links: all(/<a\s[^>]*?href="([^"]*)"/g),
  };
}

/** Why a link is dead; undefined when it is not. */
function problemOf(
  link: string,
  page: BuiltPage,
  pages: ReadonlyMap<string, BuiltPage>,
  folder: string,
  base: string,
): string | undefined {
  if (!URL.canParse(link, origin)) return "not a valid address";
  const url = new URL(link, new URL(page.address, origin));
  if (url.origin !== origin) return undefined;
  const target = pages.get(decodeURIComponent(url.pathname));
  if (!target) {
    const file = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : undefined;
    return file && existsSync(join(folder, file)) ? undefined : "no such page";
  }
  const id = decodeURIComponent(url.hash.slice(1));
  return id === "" || target.ids.has(id) ? undefined : `${target.address} has no heading with the id ${id}`;
}

/** Stands for the address of the site. */
const origin = "https://site.invalid";

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
