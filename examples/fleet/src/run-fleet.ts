import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";
import { atATime } from "./at-a-time.ts";
import { type Options, selected } from "./command-line.ts";
import { checkCredentials, takeCredentials } from "./credentials.ts";
import type { Display } from "./display.ts";
import { InputError } from "./input-error.ts";
import { LiveTable } from "./live-table.ts";
import { PlainLines } from "./plain-lines.ts";
import { privateMode } from "./private-file.ts";
import { exitCodeOf, type FleetResult, newResult, ResultsFile, type TenantResult } from "./results.ts";
import { summaryText } from "./summary.ts";
import type { Tenant } from "./tenant.ts";
import { readTenantList } from "./tenant-list.ts";
import { TenantLog } from "./tenant-log.ts";
import { type RunContext, runTenant } from "./tenant-run.ts";

/** The folder with Pulumi.yaml. */
const project = join(import.meta.dirname, "..");

/** Runs a verb on the tenants of a list and resolves to the exit code. A mistake in the input is an InputError. */
export async function runFleet(options: Options, signal: AbortSignal): Promise<number> {
  const { verb, list, only, resume, parallel, json, keep } = options;
  const all = readTenantList(list);
  const tenants = selected(all, only);
  const file = new ResultsFile(list, verb);
  file.refuseSecondRun(verb);
  if (json) refuseOverwrite(json, [list, file.path]);
  const result = newResult(verb, list, tenants, resume ? file.read(verb) : undefined);
  const waiting = tenants.filter((_, index) => result.tenants[index]?.status === "waiting");
  checkCredentials(waiting, process.env);
  const taken = takeCredentials(all, process.env, keep);
  const context = { list, project, taken, signal, pulumi: await findPulumi() };
  if (json) writeJson(json, result);
  await new FleetRun(result, file, context).run(waiting, parallel);
  if (json) writeJson(json, result);
  process.stdout.write(`\n${summaryText(result)}\n`);
  return exitCodeOf(result.tenants);
}

/** A run of all tenants. Keeps the results in memory, in their file and on the screen. */
class FleetRun {
  readonly #result: FleetResult;
  readonly #file: ResultsFile;
  readonly #context: Omit<RunContext, "log" | "onProgress">;
  readonly #display: Display;
  readonly #startedMs = performance.now();

  constructor(result: FleetResult, file: ResultsFile, context: Omit<RunContext, "log" | "onProgress">) {
    this.#result = result;
    this.#file = file;
    this.#context = context;
    this.#display = displayFor(result, process.stdout, process.env);
  }

  async run(waiting: readonly Tenant[], limit: number): Promise<void> {
    const { signal } = this.#context;
    const text = "Interrupted: no new tenant starts, and Pulumi completes what is in flight.";
    signal.addEventListener("abort", () => this.#display.say(text), { once: true });
    this.#file.write(this.#result);
    await atATime(waiting, { limit, signal }, (tenant) => this.#runOne(tenant));
    this.#display.close();
    this.#result.seconds = secondsSince(this.#startedMs);
    this.#result.exitCode = exitCodeOf(this.#result.tenants);
    this.#file.write(this.#result);
  }

  async #runOne(tenant: Tenant): Promise<void> {
    const { verb, list, tenants } = this.#result;
    const shown = tenants.find(({ name }) => name === tenant.name) as TenantResult;
    const log = new TenantLog(join(dirname(list), "logs", verb, `${tenant.name}.log`));
    const startedMs = performance.now();
    const onProgress = (changes: Record<string, number>) => void Object.assign(shown, { changes });
    this.#update(shown, { status: "running", log: log.path });
    const outcome = await runTenant(tenant, verb, { ...this.#context, log, onProgress });
    await log.close();
    this.#update(shown, { ...outcome, seconds: secondsSince(startedMs) });
  }

  #update(shown: TenantResult, news: Partial<TenantResult>): void {
    Object.assign(shown, news);
    this.#display.show(shown);
    this.#file.write(this.#result);
  }
}

async function findPulumi(): Promise<PulumiCommand> {
  return PulumiCommand.get().catch((error) => {
    throw new InputError(
      `\`pulumi version\` failed. Install the Pulumi CLI and add it to the PATH: ${error}`,
    );
  });
}

function writeJson(path: string, result: FleetResult): void {
  try {
    writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`, { mode: privateMode });
  } catch (error) {
    throw new InputError(`--json ${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Throws an InputError when `--json` names a file that the fleet reads. */
function refuseOverwrite(json: string, others: readonly string[]): void {
  const other = others.find((path) => existsSync(path) && existsSync(json) && isSameFile(path, json));
  if (other) throw new InputError(`--json ${json} would overwrite ${other}: name another file`);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statSync(one), statSync(other)];
  return first.dev === second.dev && first.ino === second.ino;
}

function secondsSince(startedMs: number): number {
  return Math.round(performance.now() - startedMs) / 1000;
}

/** A live table on a terminal, plain lines in a log and in a pipeline. */
function displayFor(result: FleetResult, out: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Display {
  const isLive = out.isTTY && !env.CI && env.TERM !== "dumb";
  return isLive ? new LiveTable(result, out) : new PlainLines(result, (line) => out.write(`${line}\n`));
}
