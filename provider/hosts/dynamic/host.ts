import { Client } from "../../client/client.ts";
import { inspectSettings, type SettingsReport, type Source, validSettings } from "../../config/settings.ts";
import type { Runtime } from "../../lifecycle/context.ts";
import type { Handlers } from "../../lifecycle/handlers.ts";
import { Journal } from "../../lifecycle/journal.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { handlersOf } from "../../lifecycle/resource-handlers.ts";
import { dynamicHandlers } from "./dynamic-handlers.ts";
import { cancellation, onEngineEnd } from "./engine-events.ts";
import { SettingsCheck, withSettingsCheck } from "./settings-check.ts";

/** The argument of `configure`, as the dynamic provider's process passes it. */
export interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** The provider object of one resource type, as the dynamic provider's process calls it. */
export interface DynamicProvider extends Handlers {
  configure(request: ConfigureRequest): void;
  /** Name of the type: `Role`. */
  readonly type: string;
}

/**
 * What all resource types share in one provider process: configuration, client and journal. The first check, or the
 * first operation, reads the settings.
 */
class ProcessRuntime implements Runtime {
  #config: Source = () => undefined;
  #report: SettingsReport | undefined;
  #client: Client | undefined;
  #journal: Journal | undefined;
  readonly settingsCheck = new SettingsCheck(() => this.#inspect(), this.log);

  /** Works synchronously: the process does not wait for it before it starts the next call. */
  configure(request: ConfigureRequest): void {
    this.#config = (key) => request.config.get(key);
  }

  client(): Client {
    this.#client ??= new Client(validSettings(this.#inspect()), this.log);
    return this.#client;
  }

  #inspect(): SettingsReport {
    this.#report ??= inspectSettings(this.#config, (name) => process.env[name]);
    return this.#report;
  }

  journal(): Journal {
    this.#journal ??= openJournal();
    return this.#journal;
  }

  get stop(): AbortSignal {
    return cancellation;
  }

  /** The engine shows what the process prints to the user. */
  log(line: string): void {
    console.log(line);
  }
}

/** The journal of this project, which its folder identifies. It is closed when the engine ends in order. */
function openJournal(): Journal {
  const journal = new Journal([process.cwd()]);
  onEngineEnd(() => journal.close());
  return journal;
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
