import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { HttpRequest } from "../../provider/client/http.ts";
import { Transport } from "../../provider/client/transport.ts";
import { bareServer, failureOf, listen, ok } from "./client-for-test.ts";

const never = new AbortController().signal;

/** A transport with this many connections. */
function transportForTest(connections: number, requestTimeoutMs = 5_000): Transport {
  const transport = new Transport({ connections, requestTimeoutMs });
  onTestFinished(() => transport.close());
  return transport;
}

const requestTo = (port: number, path: string, method: HttpRequest["method"] = "POST"): HttpRequest => ({
  title: `${method} ${path}`,
  method,
  origin: `http://127.0.0.1:${port}`,
  path,
  headers: {},
});

/** A server that holds every response back until `release` is called. */
async function holdingServer() {
  const paths: string[] = [];
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const server = createServer(async ({ url = "" }, response) => {
    paths.push(url);
    arrived.resolve();
    await held.promise;
    response.end("[]");
  });
  return { port: await listen(server), server, paths, arrived: arrived.promise, release: held.resolve };
}

test("a request that is aborted while it waits for a connection is never sent, and harms no other", async () => {
  const { port, paths, arrived, release } = await holdingServer();
  const transport = transportForTest(1);
  const first = transport.send(requestTo(port, "/1"), never);
  await arrived;
  const stop = new AbortController();
  const second = failureOf(transport.send(requestTo(port, "/2"), stop.signal));
  const third = transport.send(requestTo(port, "/3"), never);
  stop.abort(new Error("stopped"));
  expect(await second).toBe(stop.signal.reason);
  release();
  expect(await first).toMatchObject({ status: 200, text: "[]" });
  expect(await third).toMatchObject({ status: 200 });
  expect(paths).toEqual(["/1", "/3"]);
});

test("a request that times out while it waits for a connection is unsent", async () => {
  const { port, paths, arrived, server } = await holdingServer();
  const transport = transportForTest(1, 300);
  const first = failureOf(transport.send(requestTo(port, "/1"), never));
  await arrived;
  // The connection of the first request closes at its timeout: there is none for the second one even then.
  server.close();
  const second = failureOf(transport.send(requestTo(port, "/2"), never));
  expect(await first).toMatchObject({ error: { code: "ERR_IDM_TIMEOUT", sent: true } });
  expect(await second).toMatchObject({ error: { sent: false } });
  expect(paths).toEqual(["/1"]);
});

test.each(["GET", "DELETE", "PATCH", "POST"] as const)(
  "a %s on a kept connection that is reset is not repeated by the transport",
  async (method) => {
    let requests = 0;
    const server = await bareServer((socket) => {
      socket.on("data", () => (requests++ === 0 ? socket.write(ok("[]")) : socket.resetAndDestroy()));
    });
    const transport = transportForTest(4);
    await transport.send(requestTo(server.port, "/1", method), never);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const error = await failureOf(transport.send(requestTo(server.port, "/2", method), never));
    expect(error).toMatchObject({ error: { code: "ERR_IDM_NETWORK", sent: true } });
    expect([requests, server.connections()]).toEqual([2, 1]);
  },
);

test("a response is read from several chunks, a character across two of them too", async () => {
  const server = await bareServer((socket) => {
    socket.once("data", () => {
      const [body, head] = [
        Buffer.from('"🦊"'),
        "HTTP/1.1 200 OK\r\nx-twice: 1\r\nX-Twice: 2\r\ncontent-length: 6\r\n\r\n",
      ];
      socket.write(head);
      socket.write(body.subarray(0, 3));
      setTimeout(() => socket.write(body.subarray(3)), 20);
    });
  });
  const response = await transportForTest(1).send(requestTo(server.port, "/"), never);
  expect(response).toMatchObject({ status: 200, text: '"🦊"', headers: { "x-twice": ["1", "2"] } });
});

test("what undici refuses to send is told as an error of the code, not of the network, and unsent", async () => {
  const server = await bareServer(() => {});
  const request = { ...requestTo(server.port, "/"), headers: { authorization: "line\nend" } };
  expect(await failureOf(transportForTest(1).send(request, never))).toMatchObject({
    permanent: true,
    error: { code: "ERR_IDM_INTERNAL", sent: false },
  });
  expect(server.connections()).toBe(0);
});
