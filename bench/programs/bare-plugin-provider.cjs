// The do-nothing plugin: its methods only wait as long as the service takes. bench/plugins.ts bundles it, and once more
// with SENDS_REQUESTS true: then each wait is a request.
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const messages = require("@pulumi/pulumi/proto/provider_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");

const requests = SENDS_REQUESTS ? require("./bare-provider.cjs") : undefined;
const latencyMs = Number(process.env.BENCH_LATENCY_MS);

const methods = {
  handshake: () => new messages.ProviderHandshakeResponse().setAcceptSecrets(true),
  getPluginInfo: () => new PluginInfo().setVersion("1.0.0"),
  configure: () => new messages.ConfigureResponse().setAcceptsecrets(true),
  check: (request) => new messages.CheckResponse().setInputs(request.getNews()),
  diff: () => new messages.DiffResponse().setChanges(messages.DiffResponse.DiffChanges.DIFF_NONE),
  create: (request) => {
    const { name, domain } = request.getProperties().toJavaScript();
    return new messages.CreateResponse().setId(name ?? domain).setProperties(request.getProperties());
  },
  read: (request) =>
    new messages.ReadResponse()
      .setId(request.getId())
      .setProperties(request.getProperties())
      .setInputs(request.getInputs()),
  delete: () => new Empty(),
  cancel: () => new Empty(),
};
const waiting = ["create", "read", "delete"];

/** The same three methods, each with a request to the service. */
const requesting = {
  async create(request) {
    const { id, outs } = await collectionOf(request).create(request.getProperties().toJavaScript());
    return new messages.CreateResponse().setId(id).setProperties(Struct.fromJavaScript(outs));
  },
  async read(request) {
    const { id, props } = await collectionOf(request).read(
      request.getId(),
      request.getProperties().toJavaScript(),
    );
    const response = new messages.ReadResponse().setId(id).setProperties(Struct.fromJavaScript(props));
    return response.setInputs(request.getInputs());
  },
  async delete(request) {
    await collectionOf(request).delete(request.getId());
    return new Empty();
  },
};

function collectionOf(request) {
  return request.getUrn().includes(":Role::") ? requests.role : requests.customDomain;
}

async function waited(name, request) {
  await new Promise((resolve) => setTimeout(resolve, latencyMs));
  return methods[name](request);
}

function answer(name, request) {
  const isPreview = name === "create" && request.getPreview();
  if (isPreview || !waiting.includes(name)) return methods[name](request);
  return requests ? requesting[name](request) : waited(name, request);
}

const service = Object.fromEntries(
  Object.keys(methods).map((name) => [
    name,
    async ({ request }, callback) => {
      try {
        callback(null, await answer(name, request));
      } catch (error) {
        callback(error);
      }
    },
  ]),
);
const server = new Server();
server.addService(ResourceProviderService, service);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_error, port) => console.log(port));
