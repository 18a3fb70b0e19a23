import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Snapshot, Tenant } from "./tenant.ts";

/** A tenant that lives in the file, or in memory when no file is named. */
export function loadTenant(file: string | undefined): Tenant {
  return file === undefined ? new Tenant() : new Tenant(read(file), (snapshot) => write(file, snapshot));
}

function read(file: string): Snapshot | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`state file ${file} cannot be read; delete it to begin anew`, { cause: error });
  }
}

/** By way of a second file, so that a process killed half-way leaves the old state whole. */
function write(file: string, snapshot: Snapshot): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(snapshot, undefined, 2), { mode: 0o600 });
  renameSync(draft, file);
}
