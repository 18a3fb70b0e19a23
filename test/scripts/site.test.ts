import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { deadLinks } from "../../scripts/site/dead-links.ts";
import { headingId, targetOf, withTabs } from "../../scripts/site/markdown.ts";
import { docsFolder, linkTo, pageFiles, pageProblems, sidebar } from "../../scripts/site/pages.ts";
import { repositoryUrl } from "../../scripts/site/project.ts";
import { serveSite } from "../../scripts/site/serve-site.ts";
import { folderForTest } from "../temporary-folder.ts";

/** A folder with these files, by path and content. */
function folderWith(files: Record<string, string>): string {
  const folder = folderForTest();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test("each page of docs for users is in the sidebar, and has a title", () => {
  const files = pageFiles();
  expect(pageProblems(files)).toEqual([]);
  const links = sidebar(files).flatMap(({ items }) => items.map(({ link }) => link));
  expect(links.sort()).toEqual(
    files
      .filter((file) => !["index.md", "publishing.md"].includes(file))
      .map(linkTo)
      .sort(),
  );
});

test("a page in a folder that the sidebar does not know, and one without a title, are errors", () => {
  const folder = folderWith({ "guides/a.md": "text", "notes/b.md": "# B" });
  expect(pageProblems(pageFiles(folder), folder)).toEqual([
    'docs/guides/a.md has no title: begin it with a line "# Title"',
    "docs/notes/b.md is in no sidebar: move it to docs/guides, or add its folder to scripts/site/pages.ts",
  ]);
});

test("the sidebar has the listed pages first, and the others by title", () => {
  const folder = folderWith({
    "index.md": "---\nlayout: home\n---",
    "guides/zebra.md": "# A zebra",
    "guides/production.md": "# Production",
    "guides/first-steps.md": "# First steps",
    "guides/bee.md": "# The `bee`",
    "reference/README.md": "# Reference",
  });
  expect(sidebar(pageFiles(folder), folder)).toMatchObject([
    {
      text: "Guides",
      items: [
        { text: "First steps", link: "/guides/first-steps" },
        { text: "Production" },
        { text: "A zebra" },
        { text: "The bee" },
      ],
    },
    { text: "Reference", items: [{ text: "Overview", link: "/reference/" }] },
  ]);
});

test("a link to a file that is no page leads to the repository", () => {
  const page = join(docsFolder, "reference/role.md");
  const target = (href: string) => targetOf(href, page);
  expect(target("../../CONTRIBUTING.md#style")).toBe(`${repositoryUrl}/blob/main/CONTRIBUTING.md#style`);
  expect(target("../../examples")).toBe(`${repositoryUrl}/tree/main/examples`);
  expect(target("../performance.svg")).toBe(`${repositoryUrl}/blob/main/docs/performance.svg`);
  expect(target("settings.md#example")).toBe("settings.md#example");
  expect(target("README.md#functions")).toBe("index.md#functions");
  for (const href of ["#inputs", "/guides/x", "https://example.com/a.md", "mailto:a@example.com"])
    expect(target(href)).toBe(href);
  expect(target("../../examples/none.ts")).toBe("../../examples/none.ts");
});

test("the id of a heading is that of GitHub", () => {
  expect(headingId("1. Name the plugin in `Pulumi.yaml`")).toBe("1-name-the-plugin-in-pulumiyaml");
  expect(headingId("How it works, & why_not?")).toBe("how-it-works--why_not");
});

test("the same program in several languages becomes tabs, and other blocks stay as they are", () => {
  const block = (language: string) => `\`\`\`${language}\ncode\n\`\`\`\n`;
  const tabs = withTabs(`${block("typescript")}\n${block("python")}\n${block("yaml")}\nText\n`);
  expect(tabs).toMatch(
    /^::: code-group\n\n```typescript \[TypeScript\]\n[\s\S]*```python \[Python\][\s\S]*\n:::\n\nText/,
  );
  for (const other of [block("ts") + block("sh"), block("sh") + block("python"), block("ts")])
    expect(withTabs(other)).toBe(other);
});

test("a link to a page, heading or file that the built site lacks is dead", () => {
  const folder = folderWith({
    "index.html": '<h2 id="a">A</h2><a href="/docs/b#x">b</a><a class="c" href="./b.svg">f</a>',
    "b.html":
      '<h1 id="x"></h1><a href="./">home</a><a href="/docs/#none">h</a><a href="/docs/c">c</a><a href="http://[">e</a>',
    "b.svg": "",
  });
  expect(deadLinks(folder, "/docs/")).toEqual([
    "/docs/b: dead link /docs/#none: /docs/ has no heading with the id none",
    "/docs/b: dead link /docs/c: no such page",
    "/docs/b: dead link http://[: not a valid address",
  ]);
});

test("the server finds a page without its extension, and nothing outside of the site", async () => {
  const folder = folderWith({
    "site/index.html": "home",
    "site/guides/x.html": "guide",
    "site/404.html": "nothing here",
    "secret.txt": "secret",
  });
  const server = await serveSite(0, join(folder, "site"));
  onTestFinished(() => server.close());
  const get = async (path: string) => {
    const response = await fetch(new URL(path, server.url));
    return [response.status, await response.text()];
  };
  expect(await get("")).toEqual([200, "home"]);
  expect(await get("guides/x")).toEqual([200, "guide"]);
  expect(await get("guides/y")).toEqual([404, "nothing here"]);
  expect(await get("%2e%2e%2fsecret.txt")).toEqual([404, "nothing here"]);
});
