import { isDeepStrictEqual } from "node:util";
import { Client } from "../../client/client.ts";
import type { Log } from "../../client/log-line.ts";
import { IdmError, stoppedError } from "../../errors.ts";
import type { Address, Runtime } from "../../lifecycle/context.ts";
import { type Ownership, openOwnership } from "../../lifecycle/ownership.ts";
import { ProcessSettings } from "../process-settings.ts";
import { OperationsInFlight } from "./calls.ts";
import { type EngineLog, withUrn } from "./engine-log.ts";
import { declaredName, hasState, inspectArguments, type ProviderArguments } from "./provider-arguments.ts";

/** What all resources share in one plugin process: the settings of one provider resource, client and journal. */
export class PluginRuntime implements Runtime {
  readonly inFlight = new OperationsInFlight();
  readonly log: Log = (line, isStatus, facts) => this.#log.log(line, isStatus, facts);
  readonly #log: EngineLog;
  readonly #servesOneEngine: boolean;
  #isConfigured = false;
  #stop = new AbortController();
  #provider: ProviderArguments = { urn: "", values: {} };
  #settings = new ProcessSettings(() => inspectArguments(this.#provider));
  #client: Client | undefined;
  #ownership: Ownership | undefined;
  #isWarned = false;

  /** `servesOneEngine`: whether an engine has started the process. Default: false. */
  constructor(log: EngineLog, { servesOneEngine = false } = {}) {
    this.#log = log;
    this.#servesOneEngine = servesOneEngine;
  }

  /**
   * Begins anew with these settings: engines may attach to one process one after the other. An engine configures a
   * process that it has started once. Other users of the machine can reach its port: a second address would get the
   * credentials of the environment.
   */
  configure(provider: ProviderArguments): void {
    if (this.#servesOneEngine && this.#isConfigured) {
      if (isDeepStrictEqual(provider, this.#provider)) return;
      throw new IdmError(
        "ERR_IDM_INPUT",
        "this process has its settings already: the engine that started it configures it once",
      );
    }
    this.#isConfigured = true;
    this.#provider = provider;
    this.#settings = new ProcessSettings(() => inspectArguments(provider));
    this.#log.isJson = () => this.#settings.report.settings.logsJson;
    this.#stop = new AbortController();
    this.#client = undefined;
    this.#ownership = undefined;
    this.#isWarned = false;
  }

  client(): Client {
    this.#client ??= new Client(this.#settings.valid(), this.log);
    return this.#client;
  }

  ownership(): Ownership {
    this.#ownership ??= openOwnership(hasState(this.#provider));
    return this.#ownership;
  }

  get address(): Address {
    const { isAddressSecret: isSecret = false } = this.#provider;
    const { baseUrl } = this.#settings.report.settings;
    return { baseUrl, isSecret, provider: declaredName(this.#provider), isOption: true };
  }

  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Warns once of settings that are missing, with the provider resource. Call it when the engine previews. */
  async warnOfMissingSettings(): Promise<void> {
    const warning = this.#isWarned ? undefined : this.#settings.previewWarning();
    this.#isWarned = true;
    if (warning !== undefined) await withUrn(this.#provider.urn, async () => this.log(warning));
  }

  /**
   * Ends waits. Requests in flight are finished. The engine cancels at each Ctrl-C, when operations may still run, and
   * once more at the end of a run. Then the journal is closed.
   */
  async cancel(): Promise<void> {
    this.stopWaits();
    if (!this.inFlight.isIdle) return;
    const summary = this.#client?.waitSummary();
    if (summary) this.#log.logOnce(summary);
    this.#ownership?.close().forEach((line) => {
      this.log(line);
    });
    await this.#log.flush();
  }

  /** Ends waits. Requests in flight are finished. */
  stopWaits(): void {
    this.#stop.abort(stoppedError());
  }
}
