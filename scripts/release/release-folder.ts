// A release is built in a draft beside its folder, and takes the place of the folder when it is whole.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { say, UserError } from "../before-install/terminal.mjs";
import { isReleaseFile, sumsFile } from "./names.ts";
import { listedIn, writeSums } from "./sums.ts";

/** The two builds of a release, which become one when they are the same. */
export interface Drafts {
  readonly first: string;
  readonly second: string;
}

/** A draft folder has this file. A folder without it is somebody's. */
const draftMarker = "pulumi-idm-release-draft";

/** Creates empty folders for two builds. Throws a UserError when one of the folders has something of somebody. */
export function newDrafts(out: string): Drafts {
  requireReplaceable(out);
  const draft = draftOf(out);
  if (existsSync(draft)) removeDraft(draft);
  const drafts = { first: join(draft, "first"), second: join(draft, "second") };
  for (const folder of Object.values(drafts)) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(draft, draftMarker),
    "A release check builds a release here. The next one removes this folder.\n",
  );
  return drafts;
}

/** Lists the files of the first build with their checksums, and puts it in the place of the folder. */
export function publishDraft({ first }: Drafts, out: string): void {
  writeSums(first);
  requireReplaceable(out);
  rmSync(out, { recursive: true, force: true });
  renameSync(first, out);
  rmSync(draftOf(out), { recursive: true, force: true });
}

function draftOf(out: string): string {
  return join(dirname(out), `.${basename(out)}-draft`);
}

function removeDraft(draft: string): void {
  if (!existsSync(join(draft, draftMarker)))
    throw new UserError(
      `${draft} has no file ${draftMarker}: no release check has made it. Move or delete it, or use --out DIR.`,
    );
  say(`Removing ${draft}, which a release check left that did not end well.`);
  rmSync(draft, { recursive: true, force: true });
}

/** Only a whole release and nothing else is replaced. Anything else is somebody's. */
function requireReplaceable(out: string): void {
  const problem = existsSync(out) ? whyNoRelease(out) : undefined;
  if (problem !== undefined)
    throw new UserError(
      `${out} ${problem}: it is no whole release, and is not replaced. Move or delete it, or use --out DIR.`,
    );
}

/** What makes the folder something else than a whole release; undefined for a release. */
function whyNoRelease(out: string): string | undefined {
  if (!lstatSync(out).isDirectory()) return "is no folder";
  const entries = readdirSync(out, { withFileTypes: true });
  if (!entries.some((entry) => entry.name === sumsFile && entry.isFile())) return `has no ${sumsFile}`;
  const listed = listedIn(readFileSync(join(out, sumsFile), "utf8"));
  const foreign = entries.find(
    (entry) =>
      entry.name !== sumsFile &&
      !(entry.isFile() && listed.includes(entry.name) && isReleaseFile(entry.name)),
  );
  if (foreign !== undefined) return `has ${foreign.name}, which is not of the release`;
  const missing = listed.find((name) => !entries.some((entry) => entry.name === name));
  return missing === undefined ? undefined : `lacks ${missing}, which its ${sumsFile} lists`;
}
