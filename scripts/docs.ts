// `npm run docs` builds the documentation site from docs/ into site/. `npm run docs -- --serve` serves it afterwards.
import { runMain, say, UserError } from "./before-install/terminal.mjs";
import { deadLinks } from "./site/dead-links.ts";
import { buildSite } from "./site/generator.ts";
import { pageFiles, pageProblems } from "./site/pages.ts";
import { serveSite } from "./site/serve-site.ts";

await runMain(async () => {
  const [option, ...others] = process.argv.slice(2);
  if (others.length > 0 || (option !== undefined && option !== "--serve"))
    throw new UserError("npm run docs has one option: --serve. It serves the site after the build.");
  const files = pageFiles();
  refuse(pageProblems(files));
  await buildSite();
  refuse(deadLinks());
  say(`Built ${files.length} pages into site/`);
  if (option === "--serve") say(`Serves ${(await serveSite(4173)).url} until Ctrl-C`);
});

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new UserError(problems.join("\n"));
}
