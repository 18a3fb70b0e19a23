// The do-nothing plugin: its methods only wait as long as the service takes. bench/plugins.ts bundles it.
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb.js");
const messages = require("@pulumi/pulumi/proto/provider_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");

const latencyMs = Number(process.env.BENCH_LATENCY_MS);

const methods = {
  handshake: () => new messages.ProviderHandshakeResponse().setAcceptSecrets(true),
  getPluginInfo: () => new PluginInfo().setVersion("1.0.0"),
  configure: () => new messages.ConfigureResponse().setAcceptsecrets(true),
  check: (request) => new messages.CheckResponse().setInputs(request.getNews()),
  diff: () => new messages.DiffResponse().setChanges(messages.DiffResponse.DiffChanges.DIFF_NONE),
  create: (request) => {
    const name = request.getProperties().getFieldsMap().get("name").getStringValue();
    return new messages.CreateResponse().setId(name).setProperties(request.getProperties());
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

const service = Object.fromEntries(
  Object.entries(methods).map(([name, method]) => [
    name,
    ({ request }, callback) => {
      const answer = () => callback(null, method(request));
      if (waiting.includes(name)) setTimeout(answer, latencyMs);
      else answer();
    },
  ]),
);
const server = new Server();
server.addService(ResourceProviderService, service);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_error, port) => console.log(port));
