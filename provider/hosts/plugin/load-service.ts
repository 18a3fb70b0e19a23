import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import { version } from "../../client/user-agent.ts";
import { EngineLog } from "./engine-log.ts";
import { PluginRuntime } from "./runtime.ts";
import { packageSchema } from "./schema-file.ts";
import { resourceProvider } from "./service.ts";

/** The provider of one process, with all that it uses. */
export interface LoadedService {
  readonly service: UntypedServiceImplementation;
  readonly runtime: PluginRuntime;
  readonly log: EngineLog;
}

/** `engineAddress` is undefined when the engine says it later. */
export function loadService(engineAddress: string | undefined): LoadedService {
  const log = new EngineLog();
  if (engineAddress !== undefined) log.connect(engineAddress);
  const runtime = new PluginRuntime(log);
  const service = resourceProvider({ version, schema: packageSchema, runtime, log });
  return { service, runtime, log };
}
