import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineEnvironment } from "../../scripts/before-install/engine.mjs";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { Service } from "../service/service.ts";
import { PulumiProcess, type Run } from "./harness-process.ts";

export type { PulumiProcess, Run, Step } from "./harness-process.ts";

/** A resource as the state keeps it; names and values as in the state file, so secrets are encrypted. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  custom: boolean;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  external?: boolean;
  initErrors?: string[];
}

export interface ProjectOptions {
  /** Settings beside the ones that lead to the service; undefined takes one away. */
  env?: Record<string, string | undefined>;
  /** Default `index.js`, CommonJS. */
  file?: "index.js" | "index.mjs" | "index.ts";
}

type Command = "up" | "preview" | "refresh" | "destroy";

const STACK = "test";
const PROJECT = "scenario";

/** A Pulumi project of its own in a temporary folder, with one stack, that talks to `service`. */
export async function newProject(
  service: Pick<Service, "baseUrl" | "authUrl" | "client">,
  program: string,
  options: ProjectOptions = {},
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-"));
  const settings = {
    IDM_BASE_URL: service.baseUrl,
    IDM_AUTH_URL: service.authUrl,
    IDM_CLIENT_ID: service.client.id,
    IDM_CLIENT_SECRET: service.client.secret,
  };
  const project = new Project(folder, { ...(await isolated(folder)), ...settings, ...options.env }, options);
  project.write(program);
  await project.pulumi(["stack", "init", STACK]);
  return project;
}

/** What Pulumi needs, and nothing that the developer's own environment sets. */
async function isolated(folder: string): Promise<Record<string, string | undefined>> {
  const { PATH } = await engineEnvironment();
  return {
    PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    // Spares each of the two Node processes of a run a tenth of its start.
    NODE_COMPILE_CACHE: join(checkout, "node_modules", ".cache", "compile"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // For --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}

export class Project {
  /** Where everything of it lies: program, state with history, Pulumi's home. */
  readonly folder: string;
  /** For runs from now on. */
  readonly env: Record<string, string | undefined>;
  readonly #file: string;
  readonly #processes: PulumiProcess[] = [];

  constructor(
    folder: string,
    env: Record<string, string | undefined>,
    { file = "index.js" }: ProjectOptions,
  ) {
    this.folder = folder;
    this.env = env;
    this.#file = file;
    mkdirSync(join(folder, "state"));
    symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
    const runtime = { name: "nodejs", options: { typescript: file.endsWith(".ts") } };
    writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name: PROJECT, runtime, main: "." }));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: PROJECT, private: true, main: file }));
  }

  /** Replaces the program. */
  write(program: string): void {
    writeFileSync(join(this.folder, this.#file), program);
  }

  up(...flags: string[]): Promise<Run> {
    return this.start("up", ...flags).done;
  }

  preview(...flags: string[]): Promise<Run> {
    return this.start("preview", ...flags).done;
  }

  refresh(...flags: string[]): Promise<Run> {
    return this.start("refresh", ...flags).done;
  }

  destroy(...flags: string[]): Promise<Run> {
    return this.start("destroy", ...flags).done;
  }

  /** Frees the stack from the lock of a run that was killed, and from a state file that was being written then. */
  async cancel(): Promise<void> {
    this.#restoreState();
    await this.pulumi(["cancel", "--yes", "--stack", STACK]);
  }

  /** Starts a run and leaves it running; `done` tells of its end. */
  start(command: Command, ...flags: string[]): PulumiProcess {
    const confirmed = command === "preview" ? [] : ["--yes", "--skip-preview"];
    return this.#spawn([command, "--stack", STACK, ...confirmed, ...flags], true);
  }

  async setConfig(key: string, value: string, { secret = false } = {}): Promise<void> {
    const kind = secret ? "--secret" : "--plaintext";
    // A random value may begin with a hyphen.
    await this.pulumi(["config", "set", "--stack", STACK, kind, "--", key, value]);
  }

  /** The stack's outputs, secret ones in clear. */
  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse(
      (await this.pulumi(["stack", "output", "--json", "--show-secrets", "--stack", STACK])).stdout,
    );
  }

  /** The state file's text. */
  state(): string {
    return readFileSync(this.#stateFile, "utf8");
  }

  get #stateFile(): string {
    return join(this.folder, "state", ".pulumi", "stacks", PROJECT, `${STACK}.json`);
  }

  /** The engine writes the state, and a small file of its attributes, in place; for one that it was killed in, it keeps the former pair beside it. */
  #restoreState(): void {
    try {
      for (const suffix of ["", ".attrs"]) JSON.parse(readFileSync(`${this.#stateFile}${suffix}`, "utf8"));
    } catch {
      for (const suffix of ["", ".attrs"])
        copyFileSync(`${this.#stateFile}.bak${suffix}`, `${this.#stateFile}${suffix}`);
    }
  }

  /** The resources in the state but for the stack and providers. */
  resources(): StateResource[] {
    const all: StateResource[] = JSON.parse(this.state()).checkpoint.latest?.resources ?? [];
    return all.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
  }

  /** Runs any other command of the CLI; fails when it fails. */
  async pulumi(args: readonly string[]): Promise<Run> {
    const run = await this.#spawn([...args], false).done;
    if (run.code !== 0)
      throw new Error(`pulumi ${args.join(" ")} ended with ${run.code}:\n${run.stdout}${run.stderr}`);
    return run;
  }

  /** Ends what still runs and deletes the folder. */
  async remove(): Promise<void> {
    for (const process of this.#processes) process.killAll();
    await Promise.all(this.#processes.map(({ done }) => done));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #spawn(args: string[], logsEvents: boolean): PulumiProcess {
    const eventLog = logsEvents ? join(this.folder, `events-${this.#processes.length}.json`) : undefined;
    const spawned = new PulumiProcess(args, { cwd: this.folder, env: this.env, eventLog });
    this.#processes.push(spawned);
    return spawned;
  }
}
