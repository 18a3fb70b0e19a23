import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout, run } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";

/** Where state, settings and the stand-in's records are kept from run to run. */
export const stateFolder = resolve(process.env.PULUMI_IDM_STATE || join(checkout, ".state"));

const COMMANDS = ["up", "preview", "refresh", "destroy"] as const;
export type Command = (typeof COMMANDS)[number];

export function isCommand(word: string): word is Command {
  return COMMANDS.some((command) => command === word);
}

/** A stack of the root Pulumi.yaml, with state, plugins and settings of its own. */
export class Stack {
  readonly #name: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(name: string, env: Record<string, string>) {
    const backend = join(stateFolder, "pulumi-state");
    mkdirSync(backend, { recursive: true });
    this.#name = name;
    this.#env = {
      ...process.env,
      ...env,
      PULUMI_BACKEND_URL: pathToFileURL(backend).href,
      PULUMI_HOME: join(stateFolder, "pulumi-home"),
      // The state holds no secret: credentials stay in the environment.
      PULUMI_CONFIG_PASSPHRASE: "quickstart",
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
  }

  /** Makes the stack when it is not there yet. */
  async select(): Promise<void> {
    const code = await this.#pulumi(["stack", "select", "--create", this.#name], ["ignore", "ignore", 2]);
    if (code !== 0) throw new UserError(`The stack cannot be made: pulumi ended with exit code ${code}.`);
  }

  /** Shows the engine's own output; resolves to its exit code. */
  run(command: Command, flags: readonly string[]): Promise<number> {
    return this.#pulumi([command, "--stack", this.#name, ...flags], "inherit");
  }

  outputs(): Record<string, unknown> {
    const args = ["stack", "output", "--json", "--stack", this.#name];
    return JSON.parse(execFileSync("pulumi", args, { cwd: checkout, env: this.#env, encoding: "utf8" }));
  }

  #pulumi(args: string[], stdio: "inherit" | ("ignore" | number)[]): Promise<number> {
    return run("pulumi", args, { env: this.#env, stdio });
  }
}
