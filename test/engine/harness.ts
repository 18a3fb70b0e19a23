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
import { ofThisProvider } from "./harness-events.ts";
import { PulumiProcess, type Run } from "./harness-process.ts";
import { addPlugin, forPlugin, type Host, pluginSection, scenarioHost } from "./plugin-host.ts";

export type { EngineStep, PulumiProcess, Run } from "./harness-process.ts";

/** A resource in the state file. Secrets are encrypted. */
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
  /** Environment variables besides those that point to the service; undefined removes one of those. */
  env?: Record<string, string | undefined>;
  /** The folder `node_modules` of the program. Default: that of this checkout. */
  modules?: string;
  /** Default `index.js`, CommonJS. */
  file?: "index.js" | "index.mjs" | "index.ts";
  /** With `plugin`, `require("pulumi-idm")` of the program is an SDK for the packaged plugin. Default `scenarioHost`. */
  host?: Host;
}

type PulumiCommand = "up" | "preview" | "refresh" | "destroy";

const stackName = "test";
const projectName = "scenario";

/** Creates a Pulumi project with one stack in a temporary folder. Its settings point to `service`. */
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
  const project = new Project(
    folder,
    { ...(await isolatedEnvironment(folder)), ...settings, ...options.env },
    options,
  );
  project.write(program);
  await project.pulumi(["stack", "init", stackName]);
  return project;
}

/** Looked for once: each search runs `pulumi version`. */
let engine: ReturnType<typeof engineEnvironment> | undefined;

/** The environment that Pulumi needs, without the developer's own settings. */
export async function isolatedEnvironment(folder: string): Promise<Record<string, string | undefined>> {
  engine ??= engineEnvironment();
  const { PATH } = await engine;
  return {
    PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    // Saves a tenth of the start of each of a run's two Node processes.
    NODE_COMPILE_CACHE: join(checkout, "node_modules", ".cache", "compile"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // Allows --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}

/** A Pulumi project with one stack, and the runs of the CLI on it. */
export class Project {
  /** Contains the program, the state with its history, and Pulumi's home. */
  readonly folder: string;
  /** The environment of the next runs; tests change it. */
  readonly env: Record<string, string | undefined>;
  readonly #file: string;
  readonly #host: Host;
  readonly #processes: PulumiProcess[] = [];

  constructor(
    folder: string,
    env: Record<string, string | undefined>,
    { file = "index.js", modules = join(checkout, "node_modules"), host = scenarioHost }: ProjectOptions,
  ) {
    this.folder = folder;
    this.env = env;
    this.#file = file;
    this.#host = host;
    if (host === "plugin") addPlugin(folder);
    mkdirSync(join(folder, "state"));
    symlinkSync(modules, join(folder, "node_modules"));
    const runtime = { name: "nodejs", options: { typescript: file.endsWith(".ts") } };
    const settings = { name: projectName, runtime, main: ".", ...(host === "plugin" && pluginSection) };
    writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify(settings));
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: projectName, private: true, main: file }),
    );
  }

  /** Replaces the program. */
  write(program: string): void {
    const text = this.#host === "plugin" ? forPlugin(program) : program;
    writeFileSync(join(this.folder, this.#file), text);
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

  /** After a killed run: repairs a state file that was being written, and removes the lock of the stack. */
  async cancel(): Promise<void> {
    this.#restoreState();
    await this.pulumi(["cancel", "--yes", "--stack", stackName]);
  }

  /** Starts a run without waiting for its end; `done` resolves then. */
  start(command: PulumiCommand, ...flags: string[]): PulumiProcess {
    const confirmed = command === "preview" ? [] : ["--yes", "--skip-preview"];
    return this.#spawn([command, "--stack", stackName, ...confirmed, ...flags], true);
  }

  async setConfig(key: string, value: string, { secret = false } = {}): Promise<void> {
    const kind = secret ? "--secret" : "--plaintext";
    // "--" because a random value may begin with a hyphen.
    await this.pulumi(["config", "set", "--stack", stackName, kind, "--", key, value]);
  }

  /** The stack's outputs, with secrets in clear. */
  async outputs(): Promise<Record<string, unknown>> {
    return JSON.parse(
      (await this.pulumi(["stack", "output", "--json", "--show-secrets", "--stack", stackName])).stdout,
    );
  }

  /** Content of the state file. */
  state(): string {
    return readFileSync(this.#stateFile, "utf8");
  }

  get #stateFile(): string {
    return join(this.folder, "state", ".pulumi", "stacks", projectName, `${stackName}.json`);
  }

  /**
   * Puts the backup in place of an incomplete state file. The engine writes the state and a small file of attributes in
   * place, and keeps a copy of both from before.
   */
  #restoreState(): void {
    try {
      for (const suffix of ["", ".attrs"]) JSON.parse(readFileSync(`${this.#stateFile}${suffix}`, "utf8"));
    } catch {
      for (const suffix of ["", ".attrs"])
        copyFileSync(`${this.#stateFile}.bak${suffix}`, `${this.#stateFile}${suffix}`);
    }
  }

  /** The resources in the state, without the stack and the providers. */
  resources(): StateResource[] {
    const all: StateResource[] = JSON.parse(this.state()).checkpoint.latest?.resources ?? [];
    return all.filter(({ type }) => ofThisProvider(type));
  }

  /** Runs another command of the CLI; throws when it fails. */
  async pulumi(args: readonly string[]): Promise<Run> {
    const run = await this.#spawn([...args], false).done;
    if (run.code !== 0)
      throw new Error(`pulumi ${args.join(" ")} ended with ${run.code}:\n${run.stdout}${run.stderr}`);
    return run;
  }

  /** Kills what still runs and deletes the folder. */
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
