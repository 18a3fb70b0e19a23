import { UserError } from "../before-install/terminal.mjs";

const heading = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/;

/** An entry of the changelog. */
interface Entry {
  readonly version: string;
  /** As `2026-11-22`; undefined for "Unreleased". */
  readonly date?: string;
  readonly text: string;
}

/** The versions in the changelog, the newest first. */
export function releasedVersions(changelog: string): string[] {
  return entries(changelog)
    .map(({ version }) => version)
    .filter((version) => version !== "Unreleased");
}

/** The release notes: what the changelog says of the version. Throws a UserError when it says nothing. */
export function releaseNotes(changelog: string, version: string): string {
  const entry = entries(changelog).find((one) => one.version === version);
  const wanted = `a heading "## [${version}] - YYYY-MM-DD" with a list of changes below it`;
  if (entry === undefined) throw new UserError(`CHANGELOG.md has no entry for ${version}. Write ${wanted}.`);
  if (entry.date === undefined || entry.text === "")
    throw new UserError(
      `The entry of CHANGELOG.md for ${version} has no ${entry.date ? "text" : "date"}. Write ${wanted}.`,
    );
  return `${unwrapped(entry.text)}\n`;
}

function entries(changelog: string): Entry[] {
  const parts = changelog.split(/^(?=## )/m).filter((part) => part.startsWith("## "));
  return parts.map((part) => {
    const [title = "", ...lines] = part.trim().split("\n");
    const [, version = title, date] = heading.exec(title.trim()) ?? [];
    return { version, ...(date !== undefined && { date }), text: lines.join("\n").trim() };
  });
}

/** Each paragraph and list item on one line, because a release page shows every line break. */
function unwrapped(text: string): string {
  return text.replace(/\n {2,}(?=[^\s-])/g, " ");
}
