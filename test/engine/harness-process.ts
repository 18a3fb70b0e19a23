import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Events, readEvents } from "./harness-events.ts";

export type { Step } from "./harness-events.ts";

/** How a run of the CLI ended, and what it reported. */
export interface Run extends Events {
  /** Null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Options {
  cwd: string;
  env: Record<string, string | undefined>;
  eventLog: string | undefined;
}

/** A CLI that runs, in a session of its own, so that signals reach it and its plugins but never the test process. */
export class PulumiProcess {
  readonly done: Promise<Run>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = "";
  #stderr = "";

  constructor(args: readonly string[], { cwd, env, eventLog }: Options) {
    const logging = eventLog === undefined ? [] : ["--event-log", eventLog];
    this.#child = spawn("pulumi", ["--non-interactive", "--color=never", ...args, ...logging], {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (chunk) => this.#heard("stdout", chunk));
    this.#child.stderr?.setEncoding("utf8").on("data", (chunk) => this.#heard("stderr", chunk));
    this.done = this.#end(eventLog);
  }

  /** Resolves once the output so far holds the pattern; fails when the run ends without it. */
  said(pattern: RegExp): Promise<void> {
    return this.until(() => pattern.test(this.#stdout + this.#stderr), `${pattern} in the output`);
  }

  /** Resolves once the condition holds; looked at with each output and every 20 ms. Fails when the run ends before. */
  until(condition: () => boolean, what: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = () => void (condition() && resolve());
    this.#watchers.add(look);
    const timer = setInterval(look, 20);
    const ended = ({ stdout, stderr }: Run) =>
      condition() ? resolve() : reject(new Error(`The run ended without ${what}:\n${stdout}${stderr}`));
    this.done.then(ended, reject);
    look();
    return promise.finally(() => {
      clearInterval(timer);
      this.#watchers.delete(look);
    });
  }

  /** As Ctrl-C in a terminal does: to the process group of the CLI, which its plugins are not part of. */
  interrupt(): void {
    this.#signal(-this.#pid, "SIGINT");
  }

  /** Kills the CLI alone, as the kernel does when memory runs out. */
  kill(): void {
    this.#signal(this.#pid, "SIGKILL");
  }

  /** Kills the Node process in which the resource handlers run. */
  killProvider(): void {
    for (const { pid, command } of this.#session()) {
      if (/node .*dynamic-provider/.test(command)) this.#signal(pid, "SIGKILL");
    }
  }

  /** Kills the CLI and every process that it has started, plugins that outlived it too. */
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

  #heard(from: "stdout" | "stderr", chunk: string): void {
    if (from === "stdout") this.#stdout += chunk;
    else this.#stderr += chunk;
    for (const look of this.#watchers) look();
  }

  #end(eventLog: string | undefined): Promise<Run> {
    return new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      const end = (code: number | null) => {
        const log = eventLog !== undefined && existsSync(eventLog) ? eventLog : undefined;
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr, ...readEvents(log) });
      };
      this.#child.on("close", end);
      // A plugin outlives a CLI that is killed, and holds the pipes open.
      this.#child.on("exit", (code, signal) => void (signal !== null && end(code)));
    });
  }
}
