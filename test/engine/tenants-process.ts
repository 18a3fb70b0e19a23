import { type ChildProcess, execFileSync, spawn } from "node:child_process";

/** The result of one run of the fleet example. */
export interface TenantsRun {
  /** Null after a signal. */
  code: number | null;
  output: string;
}

/** A running `node fleet.ts`, in a session of its own. It starts a second process in yet another session. */
export class TenantsProcess {
  readonly done: Promise<TenantsRun>;
  readonly #child: ChildProcess;
  readonly #sessions = new Set<number>();
  #output = "";

  constructor(command: readonly string[], options: { cwd: string; env: Record<string, string | undefined> }) {
    const [program = "", ...args] = command;
    this.#child = spawn(program, args, { ...options, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk) => {
        this.#output += chunk;
      });
    this.done = new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      this.#child.on("exit", (code) =>
        this.#child.once("close", () => resolve({ code, output: this.#output })),
      );
    });
  }

  /** Types on the terminal. */
  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Sends SIGINT to the first process only, as a pipeline does. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  /** Kills the second process, which works on the tenants. The Pulumi CLIs that it started run on without a reader. */
  killWorker(): void {
    const worker = this.#descendants().find(
      ({ pid, session, command }) =>
        pid === session && pid !== this.#child.pid && command.includes("fleet.ts"),
    );
    if (worker === undefined) throw new Error(`no second process:\n${this.#output}`);
    process.kill(worker.pid, "SIGKILL");
  }

  /** Kills what still runs in the sessions of this run. */
  killAll(): void {
    for (const { pid } of this.#descendants()) process.kill(pid, "SIGKILL");
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** The processes of this run with their command lines. */
  get processes(): { pid: number; command: string }[] {
    return this.#descendants();
  }

  /** The processes of the sessions that this run has had. A session is found while its leader's parent is one of them. */
  #descendants(): { pid: number; session: number; command: string }[] {
    const list = execFileSync("ps", ["-e", "-o", "pid=,ppid=,sess=,args="], { encoding: "utf8" });
    const rows = [...list.matchAll(/^ *(\d+) +(\d+) +(\d+) (.*)$/gm)].map(
      ([, pid, parent, session, command = ""]) => ({
        pid: Number(pid),
        parent: Number(parent),
        session: Number(session),
        command,
      }),
    );
    this.#sessions.add(this.#child.pid ?? -1);
    for (let before = 0; before !== this.#sessions.size; ) {
      before = this.#sessions.size;
      const known = new Set(rows.filter(({ session }) => this.#sessions.has(session)).map(({ pid }) => pid));
      for (const { parent, session } of rows) if (known.has(parent)) this.#sessions.add(session);
    }
    return rows.filter(({ session }) => this.#sessions.has(session));
  }
}
