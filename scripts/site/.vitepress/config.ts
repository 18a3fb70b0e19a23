// The configuration of the generator of the site.
import { defineConfig } from "vitepress";
import { cellLabels, headingId, languageTabs, mermaidDiagrams, repositoryLinks } from "../markdown.ts";
import { docsFolder, pageFiles, sidebar, siteFolder } from "../pages.ts";
import { basePath, packageInfo, repositoryUrl } from "../project.ts";

const pages = pageFiles();
const overviews = pages.filter((file) => file.endsWith("README.md"));

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233451b2'/%3E%3Cpath d='M5 8.5l2 2 4-5' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E";

export default defineConfig({
  srcDir: docsFolder,
  outDir: siteFolder,
  base: basePath,
  // A page has the address of its path below docs, without the extension.
  cleanUrls: true,
  rewrites: Object.fromEntries(overviews.map((file) => [file, file.replace(/README\.md$/, "index.md")])),
  lang: "en",
  title: "pulumi-idm",
  description: packageInfo.description,
  // `npm run docs` looks for them afterwards, in a way that names each one in a line, and headings too.
  ignoreDeadLinks: true,
  sitemap: { hostname: packageInfo.homepage },
  head: [["link", { rel: "icon", href: icon }]],
  // The tables of the pages in folders are text. Those of the others are figures, and stay tables on a phone.
  transformPageData: ({ relativePath, frontmatter }) => {
    const [folder = "", page] = relativePath.split("/");
    if (page !== undefined) frontmatter.pageClass = `text-tables in-${folder}`;
  },
  markdown: {
    anchor: { slugify: headingId },
    config: (markdown) => {
      for (const use of [repositoryLinks, cellLabels, mermaidDiagrams, languageTabs]) use(markdown);
    },
  },
  themeConfig: {
    sidebar: sidebar(pages),
    nav: [
      { text: "Guides", link: "/guides/first-steps", activeMatch: "/guides/" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
      { text: "Errors", link: "/errors/err-idm-api", activeMatch: "/errors/" },
    ],
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repositoryUrl }],
  },
  // Mermaid is one large part that only pages with a diagram load.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
});
