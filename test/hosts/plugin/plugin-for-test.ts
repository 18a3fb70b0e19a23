import { credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import engineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import providerServices, { type IResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { EngineLog } from "../../../provider/hosts/plugin/engine-log.ts";
import { PluginRuntime } from "../../../provider/hosts/plugin/runtime.ts";
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

/** The plugin's service on a port of its own, with an engine that keeps its log. */
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

export async function startPlugin(): Promise<PluginForTest> {
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
  const log = new EngineLog();
  log.connect(`127.0.0.1:${await listen(engine)}`);
  const server = new Server();
  const runtime = new PluginRuntime(log);
  server.addService(
    providerServices.ResourceProviderService as never,
    resourceProvider({ version: "1.2.3", schema: () => "{}", runtime, log }),
  );
  const address = `127.0.0.1:${await listen(server)}`;
  const client = new providerServices.ResourceProviderClient(address, credentials.createInsecure());
  return {
    client: client as unknown as IResourceProviderClient,
    logged,
    async close() {
      (client as unknown as { close(): void }).close();
      server.forceShutdown();
      log.close();
      engine.forceShutdown();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
}

type Unary<Request, Response> = (
  request: Request,
  callback: (error: ServiceError | null, response: Response) => void,
) => unknown;

/** Calls a method of the client. Rejects with the gRPC error. */
export function call<Request, Response>(
  { client }: PluginForTest,
  method: keyof IResourceProviderClient,
  request: Request,
): Promise<Response> {
  const unary = (client[method] as unknown as Unary<Request, Response>).bind(client);
  return new Promise((resolve, reject) =>
    unary(request, (error, response) => (error ? reject(error) : resolve(response))),
  );
}

/** Configures the plugin with these settings. */
export async function configure(plugin: PluginForTest, settings: Props): Promise<void> {
  await call(plugin, "configure", new messages.ConfigureRequest().setArgs(toStruct(settings)));
}
