// `node scripts/release/build.ts FOLDER [--executable-only]` writes the files of a release that are built here.
// `npm run release:check` runs it in clean clones.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { runMain } from "../before-install/terminal.mjs";
import { withPluginDraft, writeExecutableArchive, writePluginArchives } from "../build/plugin-archives.ts";
import { commandLine, refuse } from "../command-line.ts";
import { schemaFile } from "../languages/sdk.ts";
import { releaseNotes } from "./changelog.ts";
import { headCommit } from "./git.ts";
import { licencesFile, notesFile, sbomFile, schemaFileName } from "./names.ts";
import { buildPython } from "./python.ts";
import { sbom } from "./sbom.ts";

const usage = "Usage: node scripts/release/build.ts FOLDER [--executable-only]";
const { values, positionals } = commandLine(usage, {
  options: { "executable-only": { type: "boolean" } },
  allowPositionals: true,
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) refuse("One FOLDER is needed.", usage);

await runMain(async () => {
  const target = resolve(folder);
  process.chdir(checkout);
  mkdirSync(target, { recursive: true });
  await (values["executable-only"] ? buildExecutableOnly(target) : buildAll(target));
});

async function buildExecutableOnly(target: string): Promise<void> {
  await withPluginDraft((draft) => writeExecutableArchive(draft, target));
}

async function buildAll(target: string): Promise<void> {
  const commit = headCommit(checkout);
  const manifest = readFileSync("package.json", "utf8");
  const write = (name: string, content: string) => writeFileSync(join(target, name), content);
  const stdio = ["ignore", 2, 2] as const;
  execFileSync(process.execPath, ["scripts/build.ts"], { stdio: [...stdio] });
  // npm may be set to run no scripts: then `npm pack` would not build the package.
  const flags = ["--ignore-scripts", "--silent", "--pack-destination", target];
  execFileSync("npm", ["pack", ...flags], { stdio: [...stdio] });
  await withPluginDraft((draft) => {
    writePluginArchives(draft, target);
    writeExecutableArchive(draft, target);
    write(licencesFile, draft.licences);
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    write(sbomFile, sbom({ manifest: JSON.parse(manifest), lock, bundled: draft.packages, commit }));
  });
  await buildPython(target, commit.timeSeconds);
  copyFileSync(schemaFile, join(target, schemaFileName));
  write(notesFile, releaseNotes(readFileSync("CHANGELOG.md", "utf8"), JSON.parse(manifest).version));
}
