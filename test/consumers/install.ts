import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";
import { npm, pack } from "./pack.ts";

/** A folder outside of the checkout in which npm has installed the packed package. */
export interface Installation {
  /** Path of `node_modules`. */
  readonly modules: string;
  /** Path of the copy of a program of `programs/`. */
  readonly program: (name: string) => string;
  readonly remove: () => void;
}

const programs = join(import.meta.dirname, "programs");

/**
 * Installs the tarball with this checkout's version of Pulumi, and with TypeScript 5 for older programs. Without a
 * tarball it packs the package.
 */
export function install(tarball?: string): Installation {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-consumer-"));
  const dependencies = {
    "pulumi-idm": `file:${tarball ?? pack(folder).tarball}`,
    "@pulumi/pulumi": pulumiVersion(),
    typescript: "^5.9.3",
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  npm(["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-package-lock"], folder);
  for (const name of readdirSync(programs))
    cpSync(join(programs, name), join(folder, name), { recursive: true });
  return {
    modules: join(folder, "node_modules"),
    program: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function pulumiVersion(): string {
  return JSON.parse(readFileSync(join(checkout, "node_modules/@pulumi/pulumi/package.json"), "utf8")).version;
}
