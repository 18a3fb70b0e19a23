import { setUp } from "../../scripts/before-install/setup.mjs";

/** Runs once: finds the engine. On Windows no program is run, because the harness needs POSIX. */
export async function setup(): Promise<void> {
  if (process.platform !== "win32") await setUp();
}
