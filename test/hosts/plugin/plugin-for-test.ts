import { credentials, Server, type ServiceError } from "@grpc/grpc-js";
import engineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import providerServices, { type IResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { EngineLog } from "../../../provider/hosts/plugin/engine-log.ts";
import { PluginRuntime } from "../../../provider/hosts/plugin/runtime.ts";
import { listen, serverOf } from "../../../provider/hosts/plugin/server.ts";
import { resourceProvider } from "../../../provider/hosts/plugin/service.ts";
import { toStruct } from "../../../provider/hosts/plugin/values.ts";
import type { Props } from "../../../provider/lifecycle/handlers.ts";

interface LoggedLine {
  readonly severity: number;
  readonly message: string;
  readonly urn: string;
  /** Whether the engine shows it as the status of its resource, until the next line. */
  readonly isStatus: boolean;
}

/** The server of an engine, which keeps what a plugin logs. */
export interface EngineForTest {
  readonly address: string;
  readonly logged: LoggedLine[];
  close(): Promise<void>;
}

/** The plugin's service on a port of its own, with an engine. */
export interface PluginForTest {
  readonly client: IResourceProviderClient;
  /** What the plugin logged at the engine. */
  readonly logged: LoggedLine[];
  close(): Promise<void>;
}

/** The URN of a resource of type `idm:index:<type>`. */
export function urnOf(type: string, name = "test"): string {
  return `urn:pulumi:stack::project::idm:index:${type}::${name}`;
}

export async function startEngine(): Promise<EngineForTest> {
  const logged: LoggedLine[] = [];
  const engine = new Server();
  engine.addService(engineServices.EngineService as never, {
    log: (call: { request: LogRequest }, callback: (error: null, response: object) => void) => {
      const { request } = call;
      logged.push({
        severity: request.getSeverity(),
        message: request.getMessage(),
        urn: request.getUrn(),
        isStatus: request.getEphemeral(),
      });
      callback(null, new emptyMessages.Empty());
    },
  });
  const address = `127.0.0.1:${await listen(engine)}`;
  return { address, logged, close: async () => engine.forceShutdown() };
}

export async function startPlugin(): Promise<PluginForTest> {
  const engine = await startEngine();
  const log = new EngineLog();
  log.connect(engine.address);
  const runtime = new PluginRuntime(log);
  const server = serverOf(resourceProvider({ version: "1.2.3", schema: () => "{}", runtime, log }));
  const address = `127.0.0.1:${await listen(server)}`;
  // As the engine's own client.
  const options = { "grpc.max_receive_message_length": 400 * 1024 * 1024 };
  const client = new providerServices.ResourceProviderClient(address, credentials.createInsecure(), options);
  return {
    client: client as unknown as IResourceProviderClient,
    logged: engine.logged,
    async close() {
      (client as unknown as { close(): void }).close();
      server.forceShutdown();
      log.close();
      await engine.close();
    },
  };
}

type Unary<Request, Response> = (
  request: Request,
  callback: (error: ServiceError | null, response: Response) => void,
) => unknown;

/** Calls a method of the client. Rejects with the gRPC error. */
export function call<Request, Response>(
  { client }: Pick<PluginForTest, "client">,
  method: keyof IResourceProviderClient,
  request: Request,
): Promise<Response> {
  const unary = (client[method] as unknown as Unary<Request, Response>).bind(client);
  return new Promise((resolve, reject) =>
    unary(request, (error, response) => (error ? reject(error) : resolve(response))),
  );
}

/** Configures the plugin with these settings, as those of a default provider. */
export async function configure(plugin: Pick<PluginForTest, "client">, settings: Props): Promise<void> {
  const urn = "urn:pulumi:stack::project::pulumi:providers:idm::default_0_2_0";
  await call(plugin, "configure", new messages.ConfigureRequest().setUrn(urn).setArgs(toStruct(settings)));
}
