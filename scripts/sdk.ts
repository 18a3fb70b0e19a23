// `npm run sdk -- python go nodejs` generates packages of the packaged plugin with Pulumi's own generators. They are
// written to build/sdk, and are not checked in.
import { join } from "node:path";
import { checkout } from "./before-install/run.mjs";
import { runMain, say, UserError } from "./before-install/terminal.mjs";
import { generateSdks, type SdkLanguage, sdkLanguages } from "./languages/sdk.ts";

await runMain(async () => {
  const languages = process.argv.slice(2).map(language);
  if (languages.length === 0) throw new UserError(usage());
  const folder = join(checkout, "build/sdk");
  await generateSdks(languages, folder);
  for (const name of languages) say(`Written: ${join(folder, name)}`);
});

function language(word: string): SdkLanguage {
  const found = sdkLanguages.find((name) => name === word);
  if (found === undefined) throw new UserError(usage());
  return found;
}

function usage(): string {
  return `npm run sdk -- LANGUAGE … takes one or more of ${sdkLanguages.join(", ")}.`;
}
