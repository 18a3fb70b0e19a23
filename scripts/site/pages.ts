// Which pages the site has, and where they stand in its sidebar.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkout } from "../before-install/run.mjs";

/** Where the pages are. */
export const docsFolder = join(checkout, "docs");
/** Where the built site is. */
export const siteFolder = join(checkout, "site");

/** A folder of pages, and those of them that come first. The others follow in the order of their titles. */
interface Group {
  readonly title: string;
  readonly folder: string;
  readonly first: readonly string[];
}

const groups: readonly Group[] = [
  {
    title: "Guides",
    folder: "guides",
    first: [
      "first-steps",
      "from-domain-to-ready",
      "adopting",
      "production",
      "pipelines",
      "many-tenants",
      "moving-from-another-provider",
      "troubleshooting",
      "logs",
      "how-it-works",
    ],
  },
  { title: "Reference", folder: "reference", first: ["README", "settings", "requests"] },
  { title: "Errors", folder: "errors", first: [] },
  { title: "More", folder: ".", first: ["languages", "service", "reliability", "performance"] },
];

/** Pages in no sidebar: the home page, and the one for maintainers, which CONTRIBUTING links to. */
const unlisted = ["index.md", "publishing.md"];

/** The pages as paths below docs: `guides/first-steps.md`. */
export function pageFiles(folder = docsFolder): string[] {
  return globSync("**/*.md", { cwd: folder })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

/** What is wrong with the pages: one sentence for each. */
export function pageProblems(files: readonly string[], folder = docsFolder): string[] {
  const listed = files.filter((file) => !unlisted.includes(file));
  return listed.flatMap((file) => [
    ...(groups.some((group) => isIn(group, file))
      ? []
      : [
          `docs/${file} is in no sidebar: move it to docs/guides, or add its folder to scripts/site/pages.ts`,
        ]),
    ...(titleOf(file, folder) ? [] : [`docs/${file} has no title: begin it with a line "# Title"`]),
  ]);
}

/** A part of the sidebar, as VitePress takes it. */
export interface SidebarPart {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The sidebar: each page of each group. */
export function sidebar(files: readonly string[], folder = docsFolder): SidebarPart[] {
  const parts = groups.map((group) => {
    const pages = files.filter((file) => !unlisted.includes(file) && isIn(group, file));
    const items = pages
      .map((file) => ({ file, rank: rankIn(group, file), text: labelOf(file, folder) }))
      .sort((left, right) => left.rank - right.rank || compare(left.text, right.text))
      .map(({ file, text }) => ({ text, link: linkTo(file) }));
    return { text: group.title, collapsed: false, items };
  });
  return parts.filter(({ items }) => items.length > 0);
}

/** The address of a page below the base of the site. */
export function linkTo(file: string): string {
  return `/${file.replace(/\.md$/, "").replace(/(^|\/)(README|index)$/, "$1")}`;
}

function isIn({ folder }: Group, file: string): boolean {
  return dirname(file) === folder;
}

function rankIn({ first }: Group, file: string): number {
  const index = first.indexOf(basename(file, ".md"));
  return index < 0 ? first.length : index;
}

/** The page of a folder's own README stands under the title of the folder. */
function labelOf(file: string, folder: string): string {
  return basename(file) === "README.md" ? "Overview" : (titleOf(file, folder) ?? file);
}

function titleOf(file: string, folder: string): string | undefined {
  return /^# (.+)$/m.exec(readFileSync(join(folder, file), "utf8"))?.[1]?.replaceAll("`", "");
}

function compare(left: string, right: string): number {
  return left < right ? -1 : 1;
}
