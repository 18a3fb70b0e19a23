import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Announcement, LogSummary, RemoteRequest } from "../test/service/announcement.ts";
import { warmUp } from "./warm-up.ts";

const main = fileURLToPath(new URL("../test/service/main.ts", import.meta.url));

/** The stand-in service in a process of its own, so that its work does not count for a contender. */
export class ServiceProcess {
  readonly announcement: Announcement;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, announcement: Announcement) {
    this.#child = child;
    this.announcement = announcement;
  }

  /** Starts the service with the flags of `npm run service`. */
  static async start(flags: readonly string[]): Promise<ServiceProcess> {
    const child = fork(main, flags);
    const [announcement] = (await once(child, "message")) as [Announcement];
    await warmUp(announcement);
    return new ServiceProcess(child, announcement);
  }

  /** Counts of the request log since the start or the last call. */
  takeLog(): Promise<LogSummary> {
    return this.#ask("reset");
  }

  /** Turns on the rate limit of a service that was started with `--limit-later`. */
  async startLimit(): Promise<void> {
    await this.#ask("limit");
  }

  async #ask(request: RemoteRequest): Promise<LogSummary> {
    const answer = once(this.#child, "message");
    this.#child.send(request);
    return ((await answer) as [LogSummary])[0];
  }

  /** Resolves when the process has ended. */
  async stop(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.disconnect();
    await exit;
  }
}
