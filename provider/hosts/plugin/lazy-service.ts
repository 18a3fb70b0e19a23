// What the plugin has loaded when it prints its port: enough for the engine's first call. The rest is loaded after
// the answer to it.
import type { EventEmitter } from "node:events";
import { type handleUnaryCall, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import messages, { type ProviderHandshakeRequest } from "@pulumi/pulumi/proto/provider_pb.js";

/** The answer to the engine's first call. */
export function handshakeResponse() {
  return new messages.ProviderHandshakeResponse().setAcceptSecrets(true);
}

type Callback = (error: unknown, response?: unknown) => void;
type Method = (call: unknown, callback: Callback) => void;

/**
 * The service with these methods. Answers the handshake at once, then loads the service and passes the handshake and
 * all other calls on to it. A service that does not load is the error of each call.
 */
export function lazyService(
  methods: readonly string[],
  load: () => Promise<UntypedServiceImplementation>,
): UntypedServiceImplementation {
  let service: Promise<UntypedServiceImplementation> | undefined;
  const passOn =
    (name: string) =>
    (call: EventEmitter, callback: Callback = failure(call)) => {
      service ??= load();
      service.then((loaded) => ((loaded[name] as Method) ?? unimplemented)(call, callback)).catch(callback);
    };
  const handshake: handleUnaryCall<ProviderHandshakeRequest, unknown> = (call, callback) => {
    callback(null, handshakeResponse());
    setImmediate(() => passOn("handshake")(call, () => {}));
  };
  const others = methods.map((name) => [name, passOn(name)]);
  return { ...Object.fromEntries(others), handshake };
}

/** gRPC gives a call that streams its responses no callback. */
function failure(call: EventEmitter): Callback {
  return (error) => void call.emit("error", error);
}

function unimplemented(_call: unknown, callback: Callback): void {
  callback({ code: status.UNIMPLEMENTED, details: "This provider has no such method" });
}
