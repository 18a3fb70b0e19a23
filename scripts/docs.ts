// `npm run docs` builds the documentation site from docs/ into site/. `npm run docs -- --serve` serves it afterwards.
import { runMain, say, UserError } from "./before-install/terminal.mjs";
import { commandLine } from "./command-line.ts";
import { deadLinks } from "./site/dead-links.ts";
import { buildSite } from "./site/generator.ts";
import { pageFiles, pageProblems } from "./site/pages.ts";
import { serveSite } from "./site/serve-site.ts";

const { values } = commandLine(
  "Usage: npm run docs [-- --serve]\n\nWith --serve it serves the site after the build.",
  {
    options: { serve: { type: "boolean" } },
  },
);

await runMain(async () => {
  const files = pageFiles();
  refuse(pageProblems(files));
  await buildSite();
  refuse(deadLinks());
  say(`Built ${files.length} pages into site/`);
  if (values.serve) say(`Serves ${(await serveSite(4173)).url} until Ctrl-C`);
});

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new UserError(problems.join("\n"));
}
