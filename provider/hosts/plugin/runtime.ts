import { Client } from "../../client/client.ts";
import { readSettings } from "../../config/settings.ts";
import { stoppedError } from "../../errors.ts";
import type { Runtime } from "../../lifecycle/context.ts";
import type { Props } from "../../lifecycle/handlers.ts";
import { type Ownership, openOwnership } from "../../lifecycle/ownership.ts";
import type { EngineLog } from "./engine-log.ts";

/** What all resources share in one plugin process: the settings of one provider resource, client and journal. */
export class PluginRuntime implements Runtime {
  readonly #log: EngineLog;
  readonly #stop = new AbortController();
  #settings: Props = {};
  #client: Client | undefined;
  #ownership: Ownership | undefined;

  constructor(log: EngineLog) {
    this.#log = log;
  }

  /** `settings` are the inputs of the provider resource, without envelopes. */
  configure(settings: Props): void {
    this.#settings = settings;
  }

  client(): Client {
    const setting = (name: string) => settingText(this.#settings[name.replace(/^idm:/, "")]);
    this.#client ??= new Client(
      readSettings(setting, (name) => process.env[name]),
      (line, isStatus) => this.log(line, isStatus),
    );
    return this.#client;
  }

  ownership(): Ownership {
    this.#ownership ??= openOwnership();
    return this.#ownership;
  }

  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends waits. Requests in flight are finished. */
  cancel(): void {
    this.#stop.abort(stoppedError());
  }

  log(line: string, isStatus?: boolean): void {
    this.#log.log(line, isStatus);
  }
}

/** The engine passes the values of stack configuration as strings, and others as the program wrote them. */
function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
