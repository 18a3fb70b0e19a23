import { delimiter, join } from "node:path";
import { checkout, run } from "../before-install/run.mjs";
import { say, UserError } from "../before-install/terminal.mjs";
import { type Commit, cloneCommit } from "./git.ts";
import type { ReleaseOptions } from "./options.ts";

type Scope = Pick<ReleaseOptions, "isExecutableOnly">;

/** Clones the commit, installs its dependencies, and builds the files of the release into `target`. */
export async function buildClone(
  commit: Commit,
  { clone, target, options }: { clone: string; target: string; options: Scope },
): Promise<void> {
  say(`Cloning ${commit.id.slice(0, 10)} into ${clone}`);
  cloneCommit(checkout, commit, clone);
  say("Installing its dependencies (npm ci) …");
  await mustRun(clone, "npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]);
  say("Building …");
  const flags = options.isExecutableOnly ? ["--executable-only"] : [];
  await mustRun(clone, "node", ["scripts/release/build.ts", target, ...flags]);
}

/** Installs each file where it can run here, and runs programs with it, by the tests of the clone. */
export async function tryRelease(clone: string, release: string, { isExecutableOnly }: Scope): Promise<void> {
  say("Installing each file into a home that has nothing else, and running a program with it …");
  const selection = isExecutableOnly ? ["-t", "executable"] : [];
  const env = { IDM_RELEASE_FOLDER: release };
  await mustRun(clone, "vitest", ["run", "--project", "release", ...selection], env);
}

async function mustRun(clone: string, program: string, args: string[], more = {}): Promise<void> {
  const path = [join(clone, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...more, PATH: path };
  // npm and Vitest are .cmd files on Windows.
  const shell = process.platform === "win32";
  const code = await run(program, args, { cwd: clone, env, shell, stdio: ["ignore", 2, 2] });
  if (code !== 0)
    throw new UserError(
      `${program} ${args[0]} failed in ${clone} with exit code ${code}. See its output above.`,
    );
}
