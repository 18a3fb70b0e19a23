import { Client } from "../../client/client.ts";
import { readSettings, type Source } from "../../config/settings.ts";
import { IdmError } from "../../errors.ts";
import type { Definition } from "../../lifecycle/define-resource.ts";
import type { Handlers } from "../../lifecycle/handlers.ts";
import { Journal } from "../../lifecycle/journal.ts";
import { handlersOf, type Runtime } from "../../lifecycle/resource-handlers.ts";
import { cancellation, onEngineEnd } from "./engine-events.ts";

/** What the dynamic provider's process hands to `configure`. */
export interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** The handlers of one resource type, as the dynamic provider's process calls them. */
export interface DynamicProvider extends Handlers {
  configure(request: ConfigureRequest): void;
  readonly type: string;
}

/**
 * The state of one provider process: its configuration, and the one client that all resource types share.
 * Settings are read by the first operation that needs them, so that a preview or an import without them works.
 */
class ProcessRuntime implements Runtime {
  #config: Source = () => undefined;
  #client: Client | undefined;
  #journal: Journal | undefined;

  /** Must be done when it returns: the process does not wait before it starts the next call. */
  configure(request: ConfigureRequest): void {
    this.#config = (key) => request.config.get(key);
  }

  client(): Client {
    this.#client ??= new Client(
      readSettings(this.#config, (name) => process.env[name]),
      this.log,
    );
    return this.#client;
  }

  journal(): Journal {
    this.#journal ??= openJournal();
    return this.#journal;
  }

  get stop(): AbortSignal {
    return cancellation;
  }

  /** The engine shows what the process prints. */
  log(line: string): void {
    console.log(line);
  }
}

/** The creates of this project (its folder); forgotten once the engine ends in order, having stored all that it was told. */
function openJournal(): Journal {
  const journal = new Journal([process.cwd()]);
  onEngineEnd(() => journal.close());
  return journal;
}

const runtime = new ProcessRuntime();

/** The handlers of one resource of the registry, for this process. */
export function serve(definition: Definition): DynamicProvider {
  const { check, diff, create, read, update, delete: remove } = handlersOf(definition, runtime);
  return {
    type: definition.type,
    configure: (request) => runtime.configure(request),
    check: withoutDuplicateLog(check),
    diff: withoutDuplicateLog(diff),
    create,
    read: withoutDuplicateLog(read),
    update,
    delete: withoutDuplicateLog(remove),
  };
}

/**
 * For the calls whose errors the dynamic provider's process prints, as `${error}: ${error.stack}`, before it hands them to the engine:
 * the engine shows the message with its resource, so the print only points there.
 */
function withoutDuplicateLog<Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!(error instanceof IdmError)) throw error;
      throw Object.defineProperties(error, {
        toString: { value: () => error.name, configurable: true },
        stack: { value: "told with its resource", configurable: true },
      });
    }
  };
}
