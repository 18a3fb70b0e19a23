import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheRoot } from "../before-install/engine.mjs";
import { buildPrograms } from "../before-install/go-build.mjs";
import { checkout } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";
import { virtualEnvironment } from "../languages/python.ts";

/** The linters whose programs come together: from Go, and from Python. */
const groups = [["actionlint"], ["zizmor", "check-jsonschema", "shellcheck"]] as const;
/** The linters of `npm run check:workflows`. */
export const linters = groups.flat();
export type Linter = (typeof linters)[number];

const pins = join(checkout, "scripts/engine/linters");

/**
 * The program of a linter, with the arguments that begin each call. Builds or installs it into the cache if needed.
 * Throws a UserError when that fails.
 */
export async function linterProgram(
  linter: Linter,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly [program: string, ...args: string[]]> {
  if (linter === "actionlint") return [join(await goLinters(env), linter)];
  const programs = join(await pythonLinters(env), "bin");
  // Its own script names the folder in which the environment was made, which was renamed since.
  if (linter === "check-jsonschema") return [join(programs, "python"), "-m", "check_jsonschema"];
  return [join(programs, linter)];
}

/** The linters that this machine can have. `reason` says in one line why the others are left out. */
export async function availableLinters(
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ available: Linter[]; reason?: string }> {
  const available: Linter[] = [];
  for (const group of groups) if (await canHave(group[0], env)) available.push(...group);
  const missing = linters.filter((linter) => !available.includes(linter));
  if (missing.length === 0) return { available };
  const why = "npm run check:workflows says what it needs";
  return { available, reason: `The workflows are not checked with ${missing.join(", ")}: ${why}.` };
}

async function canHave(linter: Linter, env: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    await linterProgram(linter, env);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

async function goLinters(env: NodeJS.ProcessEnv): Promise<string> {
  const key = createHash("sha256")
    .update(readFileSync(join(pins, "go.mod")))
    .digest("hex");
  const folder = join(cacheRoot(env), `linters-go-${key.slice(0, 12)}-${process.platform}-${process.arch}`);
  if (existsSync(folder)) return folder;
  await buildPrograms({
    folder,
    env,
    missing: "actionlint is missing",
    howToInstall:
      "Install Go 1.25.11 or newer from https://go.dev/dl/. The first run downloads from the Go module proxy.",
    announcement: `Building actionlint, once, into ${folder}. This takes a few seconds.`,
    programs: [
      {
        what: "actionlint",
        module: "linters",
        target: "github.com/rhysd/actionlint/cmd/actionlint",
        flags: ["-trimpath", "-ldflags", "-s -w"],
      },
    ],
    complete: () => {},
  });
  return folder;
}

function pythonLinters(env: NodeJS.ProcessEnv): Promise<string> {
  const requirements = join(pins, "requirements.txt");
  return virtualEnvironment(
    { name: "linters-python", requirements, what: "zizmor and check-jsonschema" },
    env,
  );
}
