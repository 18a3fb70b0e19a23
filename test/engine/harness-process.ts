import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Events, readEvents } from "./harness-events.ts";

export type { EngineStep } from "./harness-events.ts";

/** The result of one run of the Pulumi CLI. */
export interface Run extends Events {
  /** Null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface ProcessOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  eventLog: string | undefined;
}

/** A running Pulumi CLI, in a session of its own: signals reach it and its plugins but not the test process. */
export class PulumiProcess {
  readonly done: Promise<Run>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = "";
  #stderr = "";

  constructor(args: readonly string[], { cwd, env, eventLog }: ProcessOptions) {
    const logging = eventLog === undefined ? [] : ["--event-log", eventLog];
    this.#child = spawn("pulumi", ["--non-interactive", "--color=never", ...args, ...logging], {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (chunk) => this.#onOutput("stdout", chunk));
    this.#child.stderr?.setEncoding("utf8").on("data", (chunk) => this.#onOutput("stderr", chunk));
    this.done = this.#end(eventLog);
  }

  /** Resolves when the output matches the pattern; rejects when the run ends before. */
  printed(pattern: RegExp): Promise<void> {
    return this.until(() => pattern.test(this.#stdout + this.#stderr), `${pattern} in the output`);
  }

  /** Resolves when the condition is true; rejects when the run ends before. Checks at each output and every 20 ms. */
  until(condition: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const check = () => void (condition() && resolve());
    this.#watchers.add(check);
    const timer = setInterval(check, 20);
    const onEnd = ({ stdout, stderr }: Run) =>
      condition() ? resolve() : reject(new Error(`The run ended without ${what}:\n${stdout}${stderr}`));
    this.done.then(onEnd, reject);
    check();
    return promise.finally(() => {
      clearInterval(timer);
      this.#watchers.delete(check);
    });
  }

  /** Sends what Ctrl-C sends: SIGINT to the process group of the CLI. Its plugins have groups of their own. */
  interrupt(): void {
    this.#signal(-this.#pid, "SIGINT");
  }

  /** Kills only the CLI, as the kernel does when memory runs out. */
  kill(): void {
    this.#signal(this.#pid, "SIGKILL");
  }

  /** Kills the Node process in which the resource handlers run. */
  killProvider(): void {
    for (const { pid, command } of this.#session()) {
      if (/node .*(dynamic-provider|pulumi-resource-idm)/.test(command)) this.#signal(pid, "SIGKILL");
    }
  }

  /** Kills the CLI and every process that it started, also plugins that outlived it. */
  killAll(): void {
    for (const { pid } of this.#session()) this.#signal(pid, "SIGKILL");
  }

  get #pid(): number {
    if (this.#child.pid === undefined) throw new Error("pulumi did not start");
    return this.#child.pid;
  }

  #session(): { pid: number; command: string }[] {
    const list = execFileSync("ps", ["-e", "-o", "pid=,sess=,args="], { encoding: "utf8" });
    const rows = [...list.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)];
    return rows
      .filter(([, , session]) => Number(session) === this.#child.pid)
      .map(([, pid, , command = ""]) => ({ pid: Number(pid), command }));
  }

  #signal(target: number, signal: NodeJS.Signals): void {
    try {
      process.kill(target, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  #onOutput(from: "stdout" | "stderr", chunk: string): void {
    if (from === "stdout") this.#stdout += chunk;
    else this.#stderr += chunk;
    for (const check of this.#watchers) check();
  }

  #end(eventLog: string | undefined): Promise<Run> {
    return new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      const end = (code: number | null) => {
        const log = eventLog !== undefined && existsSync(eventLog) ? eventLog : undefined;
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr, ...readEvents(log) });
      };
      this.#child.on("close", end);
      // The plugins of a killed CLI run on and keep the pipes open, so that "close" comes late.
      this.#child.on("exit", (code, signal) => void (signal !== null && end(code)));
    });
  }
}
