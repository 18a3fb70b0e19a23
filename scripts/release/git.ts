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
  const tagged = git(repository, "for-each-ref", "--format=%(objectname) %(*objectname)", `refs/tags/${tag}`);
  if (tagged === "") throw new UserError(`There is no tag ${tag}. Create it with: git tag ${tag}`);
  if (!tagged.split(" ").includes(id))
    throw new UserError(
      `The tag ${tag} is not on the commit that is checked out, ${id}. Run: git checkout ${tag}`,
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
