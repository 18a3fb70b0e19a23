// `npm run release:check` builds all files of a release, twice, from clean clones, and tries each that runs here.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "./before-install/run.mjs";
import { runMain, say } from "./before-install/terminal.mjs";
import { executableArchive, thisPlatform } from "./build/plugin-names.ts";
import { buildClone, tryRelease } from "./release/clones.ts";
import { addExecutables } from "./release/executables.ts";
import { type Commit, headCommit } from "./release/git.ts";
import { releaseFiles } from "./release/names.ts";
import { type ReleaseOptions, releaseOptions, releaseUsage } from "./release/options.ts";
import { requireReleasable } from "./release/releasable.ts";
import { newDraft, publishDraft } from "./release/release-folder.ts";
import { listRelease } from "./release/report.ts";
import { requireFiles, requireSame, sumsOf } from "./release/sums.ts";

await runMain(async () => {
  const options = releaseOptions(process.argv.slice(2));
  if (options === undefined) return console.log(releaseUsage);
  const commit = headCommit(checkout);
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  requireReleasable(checkout, { ...options, version, commit });
  const draft = newDraft(options.out);
  const clones = mkdtempSync(join(tmpdir(), "pulumi-idm-release-"));
  await buildAndTry({ options, version, commit, draft, clones });
  // Kept after an error, whose message says what to compare.
  rmSync(clones, { recursive: true, force: true });
  publishDraft(draft, options.out);
  console.log(listRelease(options.out));
});

interface Plan {
  readonly options: ReleaseOptions;
  readonly version: string;
  readonly commit: Commit;
  readonly draft: string;
  readonly clones: string;
}

async function buildAndTry({ options, version, commit, draft, clones }: Plan): Promise<void> {
  const second = join(clones, "second-build");
  await buildClone(commit, { clone: join(clones, "first"), target: draft, options });
  await buildClone(commit, { clone: join(clones, "second"), target: second, options });
  requireSame(draft, second);
  say("Both builds have the same bytes.");
  await tryRelease(join(clones, "first"), draft, options);
  const { executables, isExecutableOnly } = options;
  const here = thisPlatform();
  const others = executables === undefined ? [] : addExecutables(executables, draft, version);
  const all = [...new Set([here, ...others])];
  requireFiles(
    sumsOf(draft),
    isExecutableOnly ? [executableArchive(version, here)] : releaseFiles(version, all),
  );
}
