import { execFileSync, spawnSync } from "node:child_process";
import { UserError } from "../before-install/terminal.mjs";

/** The commit that a release is made of. */
export interface Commit {
  readonly id: string;
  /** Seconds since 1970. The files of a release have this time. */
  readonly timeSeconds: number;
}

/** The commit that is checked out. */
export function headCommit(repository: string): Commit {
  const [id = "", seconds] = git(repository, "log", "-1", "--format=%H %ct").split(" ");
  return { id, timeSeconds: Number(seconds) };
}

/** Throws a UserError that names the files that are not committed. */
export function requireCleanTree(repository: string): void {
  const changed = git(repository, "status", "--porcelain");
  if (changed !== "")
    throw new UserError(
      `A release is made of a commit, and these files are not committed:\n${changed}\nCommit or remove them.`,
    );
}

/** Throws a UserError when the tag is missing or belongs to another commit. */
export function requireTagOn(repository: string, tag: string, { id }: Commit): void {
  const ref = `refs/tags/${tag}`;
  // git lists refs/tags/v1.2.3/x too.
  const lines = git(repository, "for-each-ref", "--format=%(refname) %(objectname) %(*objectname)", ref);
  const [, ...tagged] =
    lines
      .split("\n")
      .map((line) => line.split(" "))
      .find(([name]) => name === ref) ?? [];
  if (tagged.length === 0) throw new UserError(`There is no tag ${tag}. Create it with: git tag ${tag}`);
  if (!tagged.includes(id))
    throw new UserError(
      `The tag ${tag} is not on the commit that is checked out, ${id}. Run: git checkout ${tag}`,
    );
}

/** Throws a UserError when the commit is not on the branch `main`, as the remote has it where there is one. */
export function requireOnMain(repository: string, { id }: Commit): void {
  const refs = ["refs/remotes/origin/main", "refs/heads/main"];
  const known = git(repository, "for-each-ref", "--format=%(refname)", ...refs).split("\n");
  const main = refs.find((ref) => known.includes(ref));
  if (main === undefined) throw new UserError("There is no branch main. Run: git fetch origin main:main");
  const { status } = spawnSync("git", ["merge-base", "--is-ancestor", id, main], { cwd: repository });
  if (status !== 0)
    throw new UserError(
      `The commit ${id} is not on ${main}: only what is merged is published. Merge it, then run: git fetch origin`,
    );
}

/** The tracked files that match an extended regular expression. `paths` are as git takes them. */
export function filesWith(repository: string, pattern: string, paths: readonly string[]): string[] {
  const args = ["grep", "--files-with-matches", "--extended-regexp", pattern, "--", ...paths];
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: repository, encoding: "utf8" });
  // 1 says that there is none.
  if (status !== 0 && status !== 1) throw new UserError(`git grep failed: ${stderr.trim()}`);
  return stdout.split("\n").filter((file) => file !== "");
}

/** Clones the commit into a new folder. */
export function cloneCommit(repository: string, { id }: Commit, folder: string): void {
  git(repository, "clone", "--quiet", "--no-checkout", repository, folder);
  git(folder, "checkout", "--quiet", "--detach", id);
}

function git(repository: string, ...args: string[]): string {
  try {
    return execFileSync("git", args, { cwd: repository, encoding: "utf8", stdio: "pipe" }).trimEnd();
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new UserError(`git ${args[0]} failed: ${stderr?.trim() || error}`);
  }
}
