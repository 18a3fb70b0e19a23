import { Server, ServerCredentials } from "@grpc/grpc-js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { resourceProvider, type ServiceOptions } from "./service.ts";

/** The engine's own limit for messages. gRPC's default is 4 MB. */
const maxMessageBytes = 400 * 1024 * 1024;

/** A server that offers the provider to an engine on this machine. */
export function providerServer(options: ServiceOptions): Server {
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(providerServices.ResourceProviderService as never, resourceProvider(options));
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
