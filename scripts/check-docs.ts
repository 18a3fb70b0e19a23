// `npm run check:docs`: code blocks, commands, links and names in README, CONTRIBUTING, docs and the examples' READMEs.
import { checkout } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { commandLine } from "./command-line.ts";
import { checkDocuments } from "./docs/check-documents.ts";

commandLine("Usage: npm run check:docs", {});
await runMain(async () => {
  const { problems, leftOut, documents } = checkDocuments(checkout);
  for (const line of leftOut) say(line);
  for (const { path, line, message } of problems) console.error(`${path}:${line}: ${message}`);
  if (problems.length > 0) console.error(`\n${problems.length} problems in the documents.`);
  else console.log(`${documents} documents are as the code is.`);
  return problems.length === 0 ? 0 : 1;
});
