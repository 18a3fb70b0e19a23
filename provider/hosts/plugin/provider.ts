// What the process loads after it has printed its port: everything but the answer to the engine's first call.
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import { version } from "../../client/user-agent.ts";
import { EngineLog } from "./engine-log.ts";
import { PluginRuntime } from "./runtime.ts";
import { packageSchema } from "./schema-file.ts";
import { resourceProvider } from "./service.ts";

/** The provider of one engine. */
export interface Provider {
  readonly log: EngineLog;
  readonly runtime: PluginRuntime;
  readonly service: UntypedServiceImplementation;
}

/** `engineAddress` is undefined when the engine says it in its first call. */
export function createProvider(engineAddress: string | undefined): Provider {
  const log = new EngineLog(engineAddress);
  const runtime = new PluginRuntime(log, { servesOneEngine: engineAddress !== undefined });
  return { log, runtime, service: resourceProvider({ version, schema: packageSchema, runtime, log }) };
}
