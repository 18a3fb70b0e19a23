// The packaged plugin: the engine starts it with its address as the only argument, and reads its port from stdout.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { version } from "../../client/user-agent.ts";
import { EngineLog } from "./engine-log.ts";
import { PluginRuntime } from "./runtime.ts";
import { resourceProvider } from "./service.ts";

/** The engine's own limit for messages. */
const maxMessageBytes = 400 * 1024 * 1024;

const [first, ...others] = process.argv.slice(2);
if (first === "discover")
  void import("./discover/discover.ts").then(async ({ discover }) => {
    process.exitCode = await discover(others);
  });
else serve(first);

function serve(engineAddress: string | undefined): void {
  const log = new EngineLog();
  if (engineAddress !== undefined) log.connect(engineAddress);
  const runtime = new PluginRuntime(log);
  const schema = () => readFileSync(join(import.meta.dirname, "schema.json"), "utf8");
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(
    providerServices.ResourceProviderService as never,
    resourceProvider({ version, schema, runtime, log }),
  );
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    console.log(port);
  });
}
