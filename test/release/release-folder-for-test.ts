import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { Project } from "../engine/harness.ts";

/** The version of the release. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(join(checkout, "package.json"), "utf8"),
);

/** Path of a file of the release that `npm run release:check` has built. */
export function released(name: string): string {
  const folder = process.env.IDM_RELEASE_FOLDER;
  if (folder === undefined) throw new Error("These tests need a release: run npm run release:check");
  return join(folder, name);
}

/** Gives the runs of the project a home folder that has nothing. Pulumi's home is the project's own already. */
export function withEmptyHome<T extends Project>(project: T): T {
  project.env.HOME = join(project.folder, "empty-home");
  mkdirSync(project.env.HOME);
  return project;
}
