import { once } from "node:events";
import { credentials, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import providerServices, { type IResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, onTestFinished, test } from "vitest";
import { lazyService } from "../../../provider/hosts/plugin/lazy-service.ts";
import { listen, methodNames, serverOf } from "../../../provider/hosts/plugin/server.ts";
import { call } from "./plugin-for-test.ts";

/** A server with a lazy service, and a client of it. `loads` counts how often the service was loaded. */
async function startLazy(load: () => Promise<UntypedServiceImplementation>) {
  const counted = { loads: 0 };
  const server = serverOf(
    lazyService(methodNames, () => {
      counted.loads++;
      return load();
    }),
  );
  const port = await listen(server);
  const client = new providerServices.ResourceProviderClient(
    `127.0.0.1:${port}`,
    credentials.createInsecure(),
  );
  onTestFinished(() => {
    (client as unknown as { close(): void }).close();
    server.forceShutdown();
  });
  return { client: client as unknown as IResourceProviderClient, counted };
}

const handshake = new messages.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1");

test("the handshake is answered before the service is loaded, and reaches the service as well", async () => {
  const loaded = Promise.withResolvers<UntypedServiceImplementation>();
  const { client, counted } = await startLazy(() => loaded.promise);
  const answer = await call({ client }, "handshake", handshake);
  expect((answer as InstanceType<typeof messages.ProviderHandshakeResponse>).getAcceptSecrets()).toBe(true);

  const seen: string[] = [];
  loaded.resolve({
    handshake: ({ request }: { request: typeof handshake }) => seen.push(request.getEngineAddress()),
    getSchema: (_call: unknown, callback: (error: null, response: object) => void) =>
      callback(null, new messages.GetSchemaResponse().setSchema("{}")),
  } as never);
  await call({ client }, "getSchema", new messages.GetSchemaRequest());
  await call({ client }, "getSchema", new messages.GetSchemaRequest());
  expect(seen).toEqual(["127.0.0.1:1"]);
  expect(counted.loads).toBe(1);
});

test("a method that the service does not have is answered as unimplemented, also one that streams", async () => {
  const { client } = await startLazy(async () => ({}));
  await expect(call({ client }, "checkConfig", new messages.CheckRequest())).rejects.toMatchObject({
    code: status.UNIMPLEMENTED,
  });
  const stream = client.list(new messages.ListRequest());
  const [error] = await once(stream, "error");
  expect(error).toMatchObject({ code: status.UNIMPLEMENTED });
});

test("a service that does not load is the error of a call, and ends nothing", async () => {
  const { client } = await startLazy(async () => {
    throw new Error("no such file");
  });
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(call({ client }, "getSchema", new messages.GetSchemaRequest())).rejects.toThrow(
      "no such file",
    );
});
