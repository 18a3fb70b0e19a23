import { Client } from "../../client/client.ts";
import { type Log, logLine } from "../../client/log-line.ts";
import { inspectSettings, type Source } from "../../config/settings.ts";
import type { Address, Runtime } from "../../lifecycle/context.ts";
import { type Ownership, openOwnership } from "../../lifecycle/ownership.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { handlersOf } from "../../lifecycle/resource-handlers.ts";
import { ProcessSettings } from "../process-settings.ts";
import { type DynamicHandlers, dynamicHandlers } from "./dynamic-handlers.ts";
import { cancellation, onEngineEnd } from "./engine-events.ts";
import { SettingsCheck, withSettingsCheck } from "./settings-check.ts";

/** The argument of `configure`, as the dynamic provider's process passes it. */
export interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** The provider object of one resource type, as the dynamic provider's process calls it. */
export interface DynamicProvider extends DynamicHandlers {
  configure(request: ConfigureRequest): void;
  /** Name of the type: `Role`. */
  readonly type: string;
}

/**
 * What all resource types share in one provider process: configuration, client, and the ownership of all items. The
 * first check, or the first operation, reads the settings.
 */
class ProcessRuntime implements Runtime {
  #config: Source = () => undefined;
  #client: Client | undefined;
  #ownership: Ownership | undefined;
  readonly #settings = new ProcessSettings(() => inspectSettings(this.#config, (name) => process.env[name]));
  /** The engine shows what the process prints to the user. */
  readonly log: Log = (line, _isStatus, facts) =>
    console.log(logLine(this.#settings.report.settings.logsJson, line, facts));
  readonly settingsCheck = new SettingsCheck(this.#settings, this.log);

  /** Works synchronously: the process does not wait for it before it starts the next call. */
  configure(request: ConfigureRequest): void {
    this.#config = (key) => request.config.get(key);
  }

  client(): Client {
    this.#client ??= this.#openClient();
    return this.#client;
  }

  #openClient(): Client {
    const client = new Client(this.#settings.valid(), this.log);
    onEngineEnd(() => {
      const summary = client.waitSummary();
      if (summary) this.log(summary);
    });
    return client;
  }

  ownership(): Ownership {
    this.#ownership ??= this.#openOwnership();
    return this.#ownership;
  }

  get address(): Address {
    return { baseUrl: this.#settings.report.settings.baseUrl, isSecret: false };
  }

  get stop(): AbortSignal {
    return cancellation;
  }

  /** Its journal is closed when the engine ends in order. */
  #openOwnership(): Ownership {
    const ownership = openOwnership();
    onEngineEnd(() => {
      for (const line of ownership.close()) this.log(line);
    });
    return ownership;
  }
}

const runtime = new ProcessRuntime();

/** Creates the provider object of one resource. */
export function serve(resource: Resource): DynamicProvider {
  return {
    type: resource.type,
    configure: (request) => runtime.configure(request),
    ...withSettingsCheck(dynamicHandlers(resource, handlersOf(resource, runtime)), runtime.settingsCheck),
  };
}
