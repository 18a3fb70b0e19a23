import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout, run } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";

/** Whether `npm start` runs the Python program. */
export const isPython = process.argv.slice(2).includes("--python");

/** Keeps state, settings and the records of the stand-in service between runs. Each program has its own. */
export const stateFolder = resolve(
  process.env.PULUMI_IDM_STATE || join(checkout, ".state"),
  isPython ? "python" : "",
);

/** The folder of the Pulumi.yaml. */
const projectFolder = isPython ? join(checkout, "examples/quickstart-python") : checkout;

const commands = ["up", "preview", "refresh", "destroy"] as const;
/** What `npm start -- …` accepts. */
export type QuickstartCommand = (typeof commands)[number];

/** Whether `npm start` accepts the command. */
export function isQuickstartCommand(word: string): word is QuickstartCommand {
  return commands.some((command) => command === word);
}

/** A stack of the quickstart. State, plugins and settings are in the state folder. */
export class QuickstartStack {
  readonly #name: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(name: string, env: NodeJS.ProcessEnv) {
    const backend = join(stateFolder, "pulumi-state");
    mkdirSync(backend, { recursive: true });
    this.#name = name;
    this.#env = {
      ...process.env,
      ...env,
      PULUMI_BACKEND_URL: pathToFileURL(backend).href,
      PULUMI_HOME: join(stateFolder, "pulumi-home"),
      // The state contains no secret: credentials stay in the environment.
      PULUMI_CONFIG_PASSPHRASE: "quickstart",
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
  }

  /** Selects the stack, and creates it if needed. */
  async select(): Promise<void> {
    const code = await this.#pulumi(["stack", "select", "--create", this.#name], ["ignore", "ignore", 2]);
    if (code !== 0)
      throw new UserError(
        `The stack cannot be created: pulumi ended with exit code ${code}. See its output above.`,
      );
  }

  /** Runs the command with the engine's output in this terminal. Resolves to its exit code. */
  run(command: QuickstartCommand, flags: readonly string[]): Promise<number> {
    return this.#pulumi([command, "--stack", this.#name, ...flags], "inherit");
  }

  /** The outputs of the program. */
  outputs(): Record<string, unknown> {
    const args = ["stack", "output", "--json", "--stack", this.#name];
    return JSON.parse(execFileSync("pulumi", args, { cwd: projectFolder, env: this.#env, encoding: "utf8" }));
  }

  #pulumi(args: string[], stdio: "inherit" | ("ignore" | number)[]): Promise<number> {
    return run("pulumi", args, { cwd: projectFolder, env: this.#env, stdio });
  }
}
