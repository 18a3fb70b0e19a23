import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say, UserError } from "../before-install/terminal.mjs";
import { releaseNotes } from "./changelog.ts";
import { type Commit, requireCleanTree, requireOnMain, requireTagOn } from "./git.ts";
import type { ReleaseOptions } from "./options.ts";
import { placeholders } from "./placeholders.ts";
import { namedVersions, requireOneVersion, requireTagOf } from "./versions.ts";

interface Candidate extends Pick<ReleaseOptions, "tag" | "isPublished"> {
  readonly version: string;
  readonly commit: Commit;
}

/** Throws a UserError that says why no release can be made of the checkout, before anything is built. */
export function requireReleasable(checkout: string, candidate: Candidate): void {
  const { tag, isPublished, version, commit } = candidate;
  if (tag !== undefined) requireTagOf(version, tag);
  requireOneVersion(namedVersions(checkout));
  releaseNotes(readFileSync(join(checkout, "CHANGELOG.md"), "utf8"), version);
  requireCleanTree(checkout);
  if (isPublished && tag !== undefined) requireTagOn(checkout, tag, commit);
  if (isPublished) requireOnMain(checkout, commit);
  reportPlaceholders(placeholders(checkout), isPublished);
}

function reportPlaceholders(found: readonly string[], isPublished: boolean): void {
  if (found.length === 0) return;
  const text = `These values are placeholders:\n  ${found.join("\n  ")}\ndocs/publishing.md says what to fill in.`;
  if (isPublished) throw new UserError(`${text} Nothing is published before that.`);
  say(`Warning: ${text}`);
}
