// `npm run release:check` builds all files of a release, twice, from clean clones, and tries each that runs here.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { executableArchive, platforms, thisPlatform } from "./build/plugin-names.ts";
import { buildClone, tryRelease } from "./release/clones.ts";
import { addExecutables } from "./release/executables.ts";
import { type Commit, headCommit } from "./release/git.ts";
import { releaseFiles } from "./release/names.ts";
import { type ReleaseOptions, releaseOptions, releaseUsage } from "./release/options.ts";
import { requireReleasable } from "./release/releasable.ts";
import { type Drafts, newDrafts, publishDraft } from "./release/release-folder.ts";
import { listRelease } from "./release/report.ts";
import { requireFiles, requireSame, sumsOf } from "./release/sums.ts";

await runMain(async () => {
  // The modes of files are part of the npm package and the wheel: they must not depend on the user's umask.
  process.umask(0o022);
  const options = releaseOptions(process.argv.slice(2));
  if (options === undefined) return console.log(releaseUsage);
  const commit = headCommit(checkout);
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  requireReleasable(checkout, { ...options, version, commit });
  const drafts = newDrafts(options.out);
  const clones = mkdtempSync(join(tmpdir(), "pulumi-idm-release-"));
  try {
    await buildAndTry({ options, version, commit, drafts, clones });
  } finally {
    rmSync(clones, { recursive: true, force: true, maxRetries: 3 });
  }
  publishDraft(drafts, options.out);
  console.log(listRelease(options.out));
});

interface Plan {
  readonly options: ReleaseOptions;
  readonly version: string;
  readonly commit: Commit;
  readonly drafts: Drafts;
  /** The folder that the commit is cloned into, twice. */
  readonly clones: string;
}

async function buildAndTry({ options, version, commit, drafts, clones }: Plan): Promise<void> {
  const { first, second } = drafts;
  await buildClone(commit, { clone: join(clones, "first"), target: first, options });
  await buildClone(commit, { clone: join(clones, "second"), target: second, options });
  requireSame(first, second);
  say("Both builds have the same bytes.");
  await tryRelease(join(clones, "first"), first, options);
  const { executables, isExecutableOnly } = options;
  const here = thisPlatform();
  const others = executables === undefined ? [] : addExecutables(executables, first, version);
  const wanted = isExecutableOnly
    ? [executableArchive(version, here)]
    : releaseFiles(version, options.isPublished ? platforms : [...new Set([here, ...others])]);
  requireFiles(sumsOf(first), wanted);
}
