import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Verb } from "./command-line.ts";
import { InputError } from "./input-error.ts";
import { replacePrivateFile } from "./private-file.ts";
import type { Tenant } from "./tenant.ts";

export type Status = "waiting" | "running" | "done" | "drifted" | "failed" | "interrupted";

/** What became of one tenant. */
export interface TenantResult {
  name: string;
  status: Status;
  /** Number of resources by what the engine did with them, as `{ create: 3, same: 1 }`. The stack is one of them. */
  changes?: Record<string, number>;
  seconds?: number;
  /** The provider's own message, shortened. */
  error?: string;
  /** The file with everything that Pulumi printed. */
  log?: string;
  /** Checksum of the tenant's entry in the list: `--resume` runs a tenant again whose entry has changed. */
  entry: string;
}

/** The results of one run, in the order of the list. */
export interface FleetResult {
  verb: Verb;
  list: string;
  startedAt: string;
  seconds?: number;
  exitCode?: number;
  process: { id: number; host: string };
  tenants: TenantResult[];
}

/** The results of a run that has not begun. With `earlier`, tenants that it completed are not run again. */
export function newResult(
  verb: Verb,
  list: string,
  tenants: readonly Tenant[],
  earlier?: FleetResult,
): FleetResult {
  const completed = new Map(
    earlier?.tenants
      .filter(({ status }) => status === "done" || status === "drifted")
      .map((one) => [one.name, one]),
  );
  return {
    verb,
    list,
    startedAt: new Date().toISOString(),
    process: { id: process.pid, host: hostname() },
    tenants: tenants.map((tenant): TenantResult => {
      const entry = checksumOf(tenant);
      const before = completed.get(tenant.name);
      return before?.entry === entry ? before : { name: tenant.name, status: "waiting", entry };
    }),
  };
}

function checksumOf(tenant: Tenant): string {
  return createHash("sha256").update(JSON.stringify(tenant)).digest("hex").slice(0, 16);
}

/** The exit code by the worst result: 130 interrupted, 1 a tenant failed, 3 drift, 0 all right. */
export function exitCodeOf(tenants: readonly TenantResult[]): number {
  const has = (...wanted: Status[]) => tenants.some(({ status }) => wanted.includes(status));
  if (has("interrupted", "running", "waiting")) return 130;
  if (has("failed")) return 1;
  return has("drifted") ? 3 : 0;
}

/** The file with the results of a verb, beside the list. It is written anew after each change. */
export class ResultsFile {
  readonly path: string;

  constructor(list: string, verb: Verb) {
    this.path = `${list.replace(/\.[^./\\]+$/, "")}.${verb}-results.json`;
  }

  /** The earlier results. Throws an InputError when there are none, or when their run has not ended. */
  read(verb: Verb): FleetResult {
    if (!existsSync(this.path))
      throw new InputError(`--resume: there is no ${this.path}. Run ${verb} without --resume`);
    try {
      const result: FleetResult = JSON.parse(readFileSync(this.path, "utf8"));
      if (Array.isArray(result.tenants)) return result;
    } catch {}
    throw new InputError(
      `--resume: ${this.path} holds no results. Delete it, and run ${verb} without --resume`,
    );
  }

  /** Throws an InputError when another process on this machine is running the same verb of the same list. */
  refuseSecondRun(verb: Verb): void {
    if (!existsSync(this.path)) return;
    const { exitCode, process: owner } = this.read(verb);
    if (exitCode === undefined && owner.host === hostname() && isAlive(owner.id))
      throw new InputError(
        `process ${owner.id} is running ${verb} of this list: wait for its end, or interrupt it`,
      );
  }

  write(result: FleetResult): void {
    replacePrivateFile(this.path, `${JSON.stringify(result, null, 2)}\n`);
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
