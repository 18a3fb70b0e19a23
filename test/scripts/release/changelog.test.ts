import { expect, test } from "vitest";
import { releasedVersions, releaseNotes } from "../../../scripts/release/changelog.ts";

const changelog = `# Changelog

The format.

## [Unreleased]

- Not yet.

## [0.2.0] - 2026-11-22

### Added

- The first change, which goes on
  in a second line.
- The second \`change\`.

### Changed

- The third.

## [0.1.1] - 2026-11-21

## [0.1.0]

- No date.
`;

test("the release notes are the version's entry, with each list item on one line", () => {
  expect(releaseNotes(changelog, "0.2.0")).toBe(`### Added

- The first change, which goes on in a second line.
- The second \`change\`.

### Changed

- The third.
`);
});

test.each([
  ["0.3.0", "CHANGELOG.md has no entry for 0.3.0"],
  ["0.1.1", "The entry of CHANGELOG.md for 0.1.1 has no text"],
  ["0.1.0", "The entry of CHANGELOG.md for 0.1.0 has no date"],
])("version %s without a usable entry is an error", (version, message) => {
  expect(() => releaseNotes(changelog, version)).toThrow(message);
  expect(() => releaseNotes(changelog, version)).toThrow(`Write a heading "## [${version}] - YYYY-MM-DD"`);
});

test("the released versions are those with an entry of their own", () => {
  expect(releasedVersions(changelog)).toEqual(["0.2.0", "0.1.1", "0.1.0"]);
});
