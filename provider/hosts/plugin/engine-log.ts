// Sends log lines to the engine, which shows them with their resource.
import { AsyncLocalStorage } from "node:async_hooks";
import { credentials } from "@grpc/grpc-js";
import engineServices, { type EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import { isWarning, type LogFacts, logLine, withoutWarningPrefix } from "../../client/log-line.ts";
import { printable } from "../../printable.ts";

/** The URN of the resource whose call is running. */
const currentUrn = new AsyncLocalStorage<string>();

/** Runs `call` so that its log lines belong to the resource. */
export function withUrn<T>(urn: string, call: () => Promise<T>): Promise<T> {
  return currentUrn.run(urn, call);
}

const { ERROR, INFO, WARNING } = engineMessages.LogSeverity;

/** The engine's log. Lines before the engine is known go to stderr. */
export class EngineLog {
  /** Whether lines are JSON objects: `idm:log` of the settings that are in use. */
  isJson: () => boolean = () => false;
  readonly #hasFixedAddress: boolean;
  #address: string | undefined;
  #client: EngineClient | undefined;
  readonly #shown = new Set<string>();
  readonly #pending = new Set<Promise<void>>();

  /** The address of the engine that has started the process. Undefined: engines say theirs with `connect`. */
  constructor(address?: string) {
    this.#address = address;
    this.#hasFixedAddress = address !== undefined;
  }

  /**
   * `address` is that of the engine: `127.0.0.1:1234`. Engines may attach to one process one after the other. The log
   * of a process that an engine has started goes to that engine only.
   */
  connect(address: string): void {
    if (this.#hasFixedAddress || address === this.#address) return;
    this.#client?.close();
    this.#client = undefined;
    this.#address = address;
  }

  /** Shows a line. One that begins with "warning: " is shown as a warning, a status line until the next line. */
  log(text: string, isStatus = false, facts?: LogFacts): void {
    const isJson = this.isJson();
    const line = logLine(isJson, text, facts);
    const severity = isWarning(text) ? WARNING : INFO;
    // The engine shows a severity itself. A status is not kept, and a log collector gets all lines.
    this.#send(severity, isJson ? line : withoutWarningPrefix(line), line, isStatus && !isJson);
  }

  /** Shows a line, unless it was shown before. */
  logOnce(text: string): void {
    if (!this.#shown.has(text)) this.log(text);
    this.#shown.add(text);
  }

  /** Shows an error that is not that of a call. The run fails. */
  error(text: string): void {
    this.#send(ERROR, printable(text));
  }

  /** Resolves when the engine has received all lines. */
  async flush(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Closes the connection to the engine. */
  close(): void {
    this.#client?.close();
  }

  /** Created at the first line: it takes a client of gRPC, and few runs log anything. */
  get #engine(): EngineClient | undefined {
    if (this.#address === undefined) return undefined;
    this.#client ??= new engineServices.EngineClient(this.#address, credentials.createInsecure());
    return this.#client;
  }

  /** `line` is what stderr shows where there is no engine. */
  #send(severity: number, message: string, line = message, isStatus = false): void {
    const engine = this.#engine;
    if (!engine) {
      console.error(line);
      return;
    }
    const request = new engineMessages.LogRequest()
      .setSeverity(severity as typeof INFO)
      .setMessage(message)
      .setUrn(currentUrn.getStore() ?? "")
      .setEphemeral(isStatus);
    const sent = new Promise<void>((resolve) => engine.log(request, () => resolve()));
    this.#pending.add(sent);
    void sent.finally(() => this.#pending.delete(sent));
  }
}
