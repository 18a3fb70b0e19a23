import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Snapshot, Tenant } from "./tenant.ts";

/** The tenant of the state file; an empty one without a file. Every change of it is written to the file. */
export function loadTenant(file: string | undefined): Tenant {
  return file === undefined ? new Tenant() : new Tenant(read(file), (snapshot) => write(file, snapshot));
}

function read(file: string): Snapshot | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`state file ${file} cannot be read; delete it to start with an empty tenant`, {
      cause: error,
    });
  }
}

/** Writes a second file and renames it: a process that is killed meanwhile leaves the old file complete. */
function write(file: string, snapshot: Snapshot): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(snapshot, undefined, 2), { mode: 0o600 });
  renameSync(draft, file);
}
