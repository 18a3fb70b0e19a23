import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../../scripts/before-install/run.mjs";
import { npm, pack } from "./pack.ts";

/** A folder outside of the checkout, with the packed package installed as users install it. */
export interface Installation {
  /** Where the packages are. */
  readonly modules: string;
  /** The folder of a program of `programs/`, copied beside the packages. */
  readonly program: (name: string) => string;
  readonly remove: () => void;
}

const programs = join(import.meta.dirname, "programs");

/** Packs the package, and installs it with the Pulumi of this checkout and with TypeScript 5, which older programs use. */
export function install(): Installation {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-consumer-"));
  const dependencies = {
    "pulumi-idm": `file:${pack(folder).tarball}`,
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
