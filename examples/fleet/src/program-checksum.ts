import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Checksum of the files that decide what a tenant gets: those of `program`, and the packages that it uses. */
export function checksumOfProgram(project: string): string {
  const inProgram = readdirSync(join(project, "program"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)))
    .sort();
  const hash = createHash("sha256");
  for (const file of ["Pulumi.yaml", "package.json", ...inProgram])
    hash.update(JSON.stringify([file, readFileSync(join(project, file), "utf8")]));
  return hash.digest("hex");
}
