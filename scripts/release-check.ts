// `npm run release:check` builds all files of a release, twice, from clean clones, and tries each that runs here.
import { runMain } from "./before-install/terminal.mjs";
import { releaseOptions, releaseUsage } from "./release/options.ts";

await runMain(async () => {
  const options = releaseOptions(process.argv.slice(2));
  if (options === undefined) return console.log(releaseUsage);
  return undefined;
});
