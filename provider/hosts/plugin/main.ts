// The packaged plugin: the engine starts it with its address as the only argument, and reads its port from stdout.
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { version } from "../../client/user-agent.ts";
import { lazyService } from "./lazy-service.ts";
import { keepYoungGenerationSmall, writeCompileCache } from "./young-generation.ts";

/** The engine's own limit for messages. */
const maxMessageBytes = 400 * 1024 * 1024;

const [engineAddress] = process.argv.slice(2);
const server = new Server({
  "grpc.max_receive_message_length": maxMessageBytes,
  "grpc.max_send_message_length": maxMessageBytes,
});
const methods = providerServices.ResourceProviderService;
server.addService(methods as never, lazyService(Object.keys(methods), loadService));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});

// The server has loaded the modules of Node that it needs.
keepYoungGenerationSmall();

async function loadService(): Promise<UntypedServiceImplementation> {
  const [{ EngineLog }, { PluginRuntime }, { packageSchema }, { resourceProvider }] = await Promise.all([
    import("./engine-log.ts"),
    import("./runtime.ts"),
    import("./schema-file.ts"),
    import("./service.ts"),
  ]);
  // Node itself would write it at the end of the process only, which the engine kills.
  writeCompileCache();
  const log = new EngineLog();
  if (engineAddress !== undefined) log.connect(engineAddress);
  const runtime = new PluginRuntime(log);
  return resourceProvider({ version, schema: packageSchema, runtime, log });
}
