// A release is built in a draft beside its folder, and takes the place of the folder when it is whole.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { say, UserError } from "../before-install/terminal.mjs";
import { sumsFile } from "./names.ts";
import { writeSums } from "./sums.ts";

/** The two builds of a release, which become one when they are the same. */
export interface Drafts {
  readonly first: string;
  readonly second: string;
}

/** Creates empty folders for two builds. Throws a UserError when the folder `out` has something that is no release. */
export function newDrafts(out: string): Drafts {
  requireRelease(out);
  const draft = join(dirname(out), `.${basename(out)}-draft`);
  const drafts = { first: draft, second: `${draft}-second` };
  for (const folder of Object.values(drafts)) {
    if (existsSync(folder)) say(`Removing ${folder}, which a release check left that did not end well.`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  return drafts;
}

/** Lists the files of the first build with their checksums, and puts it in the place of the folder. */
export function publishDraft({ first, second }: Drafts, out: string): void {
  writeSums(first);
  requireRelease(out);
  rmSync(out, { recursive: true, force: true });
  renameSync(first, out);
  rmSync(second, { recursive: true, force: true });
}

/** Only a whole release has the list of its files: it is replaced. Anything else is somebody's. */
function requireRelease(out: string): void {
  if (existsSync(out) && !existsSync(join(out, sumsFile)))
    throw new UserError(
      `${out} has no ${sumsFile}: it is no whole release, and is not replaced. Delete it, or use --out DIR.`,
    );
}
