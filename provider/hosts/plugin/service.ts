// The service `pulumirpc.ResourceProvider`, with which the engine calls the plugin.
import { type handleUnaryCall, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import messages, {
  type GetSchemaRequest,
  type ProviderHandshakeRequest,
} from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { IdmError } from "../../errors.ts";
import * as registry from "../../index.ts";
import { withImport } from "../../lifecycle/import-item.ts";
import { handlersOf } from "../../lifecycle/resource-handlers.ts";
import { unary } from "./calls.ts";
import { configCalls } from "./config-service.ts";
import { type EngineLog, withUrn } from "./engine-log.ts";
import { functionCall } from "./function-service.ts";
import { handshakeResponse } from "./lazy-service.ts";
import { listingCall } from "./list-service.ts";
import { type PluginHandlers, pluginHandlers } from "./plugin-handlers.ts";
import * as resourceCalls from "./resource-service.ts";
import type { PluginRuntime } from "./runtime.ts";

export interface ServiceOptions {
  readonly version: string;
  /** The package schema as JSON. */
  readonly schema: () => string;
  readonly runtime: PluginRuntime;
  readonly log: EngineLog;
}

/** What every request of a resource names. */
interface ResourceRequest {
  getUrn(): string;
  /** Only a create and an update are previewed. */
  getPreview?(): boolean;
}

export function resourceProvider({
  version,
  schema,
  runtime,
  log,
}: ServiceOptions): UntypedServiceImplementation {
  const handlers = new Map<string, PluginHandlers>(
    Object.values(registry).map((resource) => [
      `idm:index:${resource.type}`,
      pluginHandlers(resource, withImport(resource, handlersOf(resource, runtime), runtime)),
    ]),
  );
  /** A call of one resource. Its log lines are shown with the resource. */
  const resourceCall = <Request extends ResourceRequest, Response>(
    call: (handlers: PluginHandlers, request: Request) => Promise<Response>,
  ) =>
    unary((request: Request) =>
      withUrn(request.getUrn(), async () => {
        try {
          if (request.getPreview?.()) await runtime.warnOfMissingSettings();
          const operation = () => call(handlersFor(handlers, request.getUrn()), request);
          return await runtime.inFlight.run(operation);
        } finally {
          await log.flush();
        }
      }),
    );
  return {
    handshake: unary(async (request: ProviderHandshakeRequest) => {
      log.connect(request.getEngineAddress());
      return handshakeResponse();
    }),
    getSchema: unary(async (_request: GetSchemaRequest) =>
      new messages.GetSchemaResponse().setSchema(schema()),
    ),
    ...configCalls(runtime, log),
    check: resourceCall(resourceCalls.check),
    diff: resourceCall(resourceCalls.diff),
    create: resourceCall(resourceCalls.create),
    read: resourceCall(resourceCalls.read),
    update: resourceCall(resourceCalls.update),
    delete: resourceCall(async (own, request: Parameters<typeof resourceCalls.remove>[1]) => {
      await resourceCalls.remove(own, request);
      return new emptyMessages.Empty();
    }),
    invoke: unary(functionCall(Object.values(registry), runtime, log)),
    list: listingCall(Object.values(registry), runtime, log),
    cancel: unary(async () => {
      await runtime.cancel();
      return new emptyMessages.Empty();
    }),
    getPluginInfo: unary(async () => new pluginMessages.PluginInfo().setVersion(version)),
    attach: unary(async (request: InstanceType<typeof pluginMessages.PluginAttach>) => {
      log.connect(request.getAddress());
      return new emptyMessages.Empty();
    }),
    ...Object.fromEntries(unsupported.map((name) => [name, refuse(name)])),
  };
}

/** Calls that this provider has no use for. The engine continues without them. */
const unsupported = ["parameterize", "call", "construct", "getMapping", "getMappings"];

function refuse(name: string): handleUnaryCall<unknown, unknown> {
  return (_call, callback) => callback({ code: status.UNIMPLEMENTED, details: `${name} is not implemented` });
}

/** `urn:pulumi:stack::project::parent$type::name` */
function handlersFor(handlers: ReadonlyMap<string, PluginHandlers>, urn: string): PluginHandlers {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const found = handlers.get(type);
  if (!found)
    throw new IdmError(
      "ERR_IDM_INPUT",
      `this provider has no resource ${type}: it has ${[...handlers.keys()].join(", ")}`,
    );
  return found;
}
