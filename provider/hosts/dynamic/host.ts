import { Client } from "../../client/client.ts";
import { readSettings, type Source } from "../../config/settings.ts";
import type { Runtime } from "../../lifecycle/context.ts";
import type { Handlers } from "../../lifecycle/handlers.ts";
import { Journal } from "../../lifecycle/journal.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { handlersOf } from "../../lifecycle/resource-handlers.ts";
import { dynamicHandlers } from "./dynamic-handlers.ts";
import { cancellation, onEngineEnd } from "./engine-events.ts";

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
 * What all resource types share in one provider process: configuration, client and journal. The first operation that
 * needs the settings reads them, so that a preview without settings works.
 */
class ProcessRuntime implements Runtime {
  #config: Source = () => undefined;
  #client: Client | undefined;
  #journal: Journal | undefined;

  /** Works synchronously: the process does not wait for it before it starts the next call. */
  configure(request: ConfigureRequest): void {
    this.#config = (key) => request.config.get(key);
  }

  client(): Client {
    this.#client ??= this.#openClient();
    return this.#client;
  }

  #openClient(): Client {
    const client = new Client(
      readSettings(this.#config, (name) => process.env[name]),
      this.log,
    );
    onEngineEnd(() => {
      const summary = client.waitSummary();
      if (summary) this.log(summary);
    });
    return client;
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
    ...dynamicHandlers(resource, handlersOf(resource, runtime)),
  };
}
