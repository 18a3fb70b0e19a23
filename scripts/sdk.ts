// `npm run sdk -- python go nodejs` generates packages of the packaged plugin with Pulumi's own generators. They are
// written to build/sdk, and are not checked in.
import { join } from "node:path";
import { checkout } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { commandLine, refuse } from "./command-line.ts";
import { generateSdks, type SdkLanguage, sdkLanguages } from "./languages/sdk.ts";

const usage = `Usage: npm run sdk -- LANGUAGE …

Each LANGUAGE is one of ${sdkLanguages.join(", ")}.`;
const languages = commandLine(usage, { allowPositionals: true }).positionals.map(language);
if (languages.length === 0) refuse("No LANGUAGE is given.", usage);

await runMain(async () => {
  const folder = join(checkout, "build/sdk");
  await generateSdks(languages, folder);
  for (const name of languages) say(`Written: ${join(folder, name)}`);
});

function language(word: string): SdkLanguage {
  const found = sdkLanguages.find((name) => name === word);
  return found ?? refuse(`There is no package for ${word}.`, usage);
}
