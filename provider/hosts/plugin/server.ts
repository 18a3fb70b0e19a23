import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";

/** The engine's own limit for messages. gRPC's default is 4 MB. */
const maxMessageBytes = 400 * 1024 * 1024;

const methods = providerServices.ResourceProviderService;

/** The names of the methods that a provider has. */
export const methodNames: readonly string[] = Object.keys(methods);

/** A server that offers a provider to an engine on this machine. */
export function serverOf(provider: UntypedServiceImplementation): Server {
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(methods as never, provider);
  return server;
}

/** Lets the server listen on a free port of the loopback interface. Returns the port. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
}
