import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../before-install/terminal.mjs";
import { sumsFile } from "./names.ts";

/** The SHA-256 checksum of each file, by its name in alphabetical order. */
export type Sums = Readonly<Record<string, string>>;

/** The checksums of the files of a folder. */
export function sumsOf(folder: string): Sums {
  const names = readdirSync(folder).filter((name) => name !== sumsFile);
  return Object.fromEntries(names.sort().map((name) => [name, sumOf(join(folder, name))]));
}

function sumOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Throws a UserError that names each file that is missing, or is none of `wanted`. */
export function requireFiles(sums: Sums, wanted: readonly string[]): void {
  const missing = wanted.filter((name) => !Object.hasOwn(sums, name)).map((name) => `${name} is missing`);
  const surplus = Object.keys(sums).filter((name) => !wanted.includes(name));
  const problems = [...missing, ...surplus.map((name) => `${name} does not belong to this version`)];
  if (problems.length > 0) throw new UserError(`The files of the release are wrong: ${problems.join(", ")}.`);
}

/** Throws a UserError that names each file that differs between two builds, whose folders are kept. */
export function requireSame(first: string, second: string): void {
  const [left, right] = [sumsOf(first), sumsOf(second)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const different = names.filter((name) => left[name] !== right[name]);
  if (different.length > 0)
    throw new UserError(
      `Two builds of the same commit differ in ${different.join(", ")}. Compare ${first} with ${second}.`,
    );
}

/** Writes the list that `sha256sum --check` reads. */
export function writeSums(folder: string): void {
  const lines = Object.entries(sumsOf(folder)).map(([name, sum]) => `${sum}  ${name}\n`);
  writeFileSync(join(folder, sumsFile), lines.join(""));
}

/** The names in the content of such a list. */
export function listedIn(sums: string): string[] {
  return [...sums.matchAll(/^[0-9a-f]{64} [ *](.+)$/gm)].map(([, name = ""]) => name);
}
