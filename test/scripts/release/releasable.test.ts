// Each error of a checkout that cannot be released, in a small repository.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { headCommit } from "../../../scripts/release/git.ts";
import { requireReleasable } from "../../../scripts/release/releasable.ts";
import { folderForTest } from "../../temporary-folder.ts";

const filledIn = {
  version: "1.2.3",
  homepage: "https://idm.acme.dev",
  bugs: { url: "https://github.com/acme/pulumi-idm/issues" },
  repository: { type: "git", url: "git+https://github.com/acme/pulumi-idm.git" },
  author: "Acme",
};

let repository: string;
beforeEach(() => {
  repository = folderForTest();
  git("init", "--quiet", "--initial-branch=main");
  write("package.json", filledIn);
  write("package-lock.json", { version: "1.2.3", packages: { "": { version: "1.2.3" } } });
  write("provider/hosts/plugin/schema.json", { version: "1.2.3" });
  write("examples/one/package.json", { dependencies: { "pulumi-idm": "^1.2.3" } });
  write("CHANGELOG.md", "## [1.2.3] - 2026-11-22\n\n- A change.\n");
  commit();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function git(...args: string[]): void {
  const author = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgSign=false"];
  execFileSync("git", [...author, ...args], { cwd: repository, stdio: "pipe" });
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "test");
}

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(repository, name)), { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(repository, name), text);
}

function check(options: { tag?: string; isPublished?: boolean } = {}): void {
  const version = "1.2.3";
  requireReleasable(repository, {
    version,
    commit: headCommit(repository),
    ...{ isPublished: false, ...options },
  });
}

test("a commit with one version everywhere, an entry in the changelog and its tag can be published", () => {
  git("tag", "v1.2.3");
  expect(() => check({ tag: "v1.2.3", isPublished: true })).not.toThrow();
});

test("files that are not committed are named", () => {
  write("package.json", { ...filledIn, description: "changed" });
  write("new.ts", "");
  expect(() => check()).toThrow(/not committed:\n.*M package\.json\n.*new\.ts\nCommit or remove them/);
});

test("a tag of another version is an error", () => {
  expect(() => check({ tag: "v1.2.4" })).toThrow(
    "The tag is v1.2.4, and the version in package.json is 1.2.3",
  );
});

test("publishing needs the tag on the commit that is checked out", () => {
  const publish = () => check({ tag: "v1.2.3", isPublished: true });
  expect(publish).toThrow("There is no tag v1.2.3. Create it with: git tag v1.2.3");
  git("tag", "--annotate", "--message", "test", "v1.2.3");
  expect(publish).not.toThrow();
  write("more.ts", "");
  commit();
  expect(publish).toThrow(/tag v1\.2\.3 is not on the commit that is checked out.*git checkout v1\.2\.3/);
});

test("a tag below the wanted one is another tag", () => {
  git("tag", "v1.2.3/x");
  expect(() => check({ tag: "v1.2.3", isPublished: true })).toThrow("There is no tag v1.2.3.");
});

test("publishing needs a commit that is on main, as the remote has it", () => {
  const publish = () => check({ tag: "v1.2.3", isPublished: true });
  git("switch", "--quiet", "--create", "other");
  write("more.ts", "");
  commit();
  git("tag", "v1.2.3");
  expect(publish).toThrow(/The commit \w{40} is not on refs\/heads\/main: only what is merged is published/);
  git("branch", "--force", "main");
  expect(publish).not.toThrow();
  git("update-ref", "refs/remotes/origin/main", "main~1");
  expect(publish).toThrow("is not on refs/remotes/origin/main");
  git("update-ref", "-d", "refs/remotes/origin/main");
  git("branch", "--delete", "--force", "main");
  expect(publish).toThrow("There is no branch main");
});

test("every place with another version is named", () => {
  write("package-lock.json", { version: "1.2.3", packages: { "": { version: "1.2.2" } } });
  write("provider/hosts/plugin/schema.json", { version: "1.2.0" });
  write("examples/one/package.json", { dependencies: { "pulumi-idm": "^1.0.0" } });
  write("docs/guide.md", "Run `pulumi plugin install resource idm v1.1.0 --file a.tar.gz`.");
  commit();
  expect(() => check()).toThrow(`package.json has the version 1.2.3, and
  package-lock.json (packages[""].version) has 1.2.2
  provider/hosts/plugin/schema.json has 1.2.0
  examples/one/package.json has 1.0.0
  docs/guide.md has 1.1.0
Make them the same`);
});

test("a document that names a pre-release has another version than the release", () => {
  write("docs/guide.md", "Run `pulumi plugin install resource idm v1.2.3-rc.1 --file a.tar.gz`.");
  commit();
  expect(() => check()).toThrow("docs/guide.md has 1.2.3-rc.1\n");
});

test("a changelog without an entry for the version is an error", () => {
  write("CHANGELOG.md", "## [Unreleased]\n\n- A change.\n");
  commit();
  expect(() => check()).toThrow("CHANGELOG.md has no entry for 1.2.3");
});

test("placeholders are a warning, and an error where the release is published", () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const { author: _, ...withoutAuthor } = filledIn;
  write("package.json", { ...withoutAuthor, homepage: "https://pulumi-idm.example" });
  write("README.md", "See https://github.com/OWNER/pulumi-idm.");
  write("docs/publishing.md", "Replace OWNER.");
  commit();
  git("tag", "v1.2.3");
  check({ tag: "v1.2.3" });
  const places =
    "package.json: homepage is https://pulumi-idm.example\n  package.json: author is missing\n  README.md\ndocs";
  expect(printed).toHaveBeenCalledWith(expect.stringContaining(places));
  expect(() => check({ tag: "v1.2.3", isPublished: true })).toThrow(
    /README\.md\ndocs\/publishing\.md says what to fill in\. Nothing is published before that/,
  );
});
