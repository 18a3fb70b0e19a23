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
  /** The first warning, such as that of the provider about another address. */
  warning?: string;
  /** Start of the earlier run that completed the tenant, when `--resume` did not run it again. */
  completedBy?: string;
  /** Checksum of the tenant's entry in the list and of the program: `--resume` runs a tenant again when it changes. */
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
  { earlier, program = "" }: { earlier?: FleetResult; program?: string } = {},
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
      const entry = checksumOf(tenant, program);
      const before = completed.get(tenant.name);
      if (before?.entry !== entry) return { name: tenant.name, status: "waiting", entry };
      return { completedBy: earlier?.startedAt ?? "", ...before };
    }),
  };
}

function checksumOf(tenant: Tenant, program: string): string {
  return createHash("sha256")
    .update(JSON.stringify([tenant, program]))
    .digest("hex")
    .slice(0, 16);
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
    const result = this.#readable();
    if (result) return result;
    throw new InputError(
      `--resume: ${this.path} holds no results. Delete it, and run ${verb} without --resume`,
    );
  }

  /** Throws an InputError when another process on this machine is running the same verb of the same list. */
  refuseSecondRun(verb: Verb): void {
    const { exitCode, process: owner } = this.#readable() ?? {};
    if (owner && exitCode === undefined && owner.host === hostname() && isAlive(owner.id))
      throw new InputError(
        `process ${owner.id} is running ${verb} of this list: wait for its end, or interrupt it`,
      );
  }

  /** Makes a later `--resume` run these tenants again, because another verb is about to change them. */
  forget(names: readonly string[]): void {
    const result = this.#readable();
    if (result)
      this.write({ ...result, tenants: result.tenants.filter(({ name }) => !names.includes(name)) });
  }

  /** Undefined when there is no file, or when it is damaged. */
  #readable(): FleetResult | undefined {
    try {
      const result: FleetResult = JSON.parse(readFileSync(this.path, "utf8"));
      const isWhole = result.tenants.every(({ name }) => typeof name === "string");
      return isWhole && Number.isInteger(result.process.id) ? result : undefined;
    } catch {
      return undefined;
    }
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
