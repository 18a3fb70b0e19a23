import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { maxAttempts } from "../../provider/client/retry.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { certificate, certificateKey } from "./certificate.ts";
import {
  atPort,
  bareServer,
  clientForTest,
  createRole,
  failureOf,
  listen,
  listRoles,
  secretSettings,
  send,
} from "./client-for-test.ts";

beforeAll(() => setDefaultCACertificates([...getCACertificates(), certificate]));

beforeEach(() => {
  for (const name of ["http_proxy", "https_proxy", "no_proxy"]) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** A proxy that opens tunnels. `asked` lists its requests. */
async function proxyForTest(refuse?: number, scheme: "http" | "https" = "http") {
  const asked: string[] = [];
  const note = (what: string, { headers }: IncomingMessage) =>
    asked.push([what, headers["proxy-authorization"]].filter(Boolean).join(" "));
  const onRequest: RequestListener = (incoming, outgoing) => {
    note(`${incoming.method} ${incoming.url}`, incoming);
    outgoing.writeHead(405).end();
  };
  const tls = { cert: certificate, key: certificateKey };
  const server = scheme === "http" ? createServer(onRequest) : createSecureServer(tls, onRequest);
  server.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    note(`CONNECT ${incoming.url}`, incoming);
    if (refuse) socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
    else tunnel(incoming.url ?? "", socket);
  });
  // TLS takes host names only.
  const host = scheme === "http" ? "127.0.0.1" : "localhost";
  return { asked, url: `${scheme}://${host}:${await listen(server)}` };
}

/** Opens a tunnel to this machine, whatever the host name is. */
function tunnel(target: string, socket: Socket): void {
  const onward = connect(Number(target.split(":")[1]), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
}

/** An https server that accepts every request and lists the tokens; with `hangsUp` it never responds. */
async function secureServer({ hangsUp = false } = {}) {
  const tokens: (string | undefined)[] = [];
  const server = createSecureServer({ cert: certificate, key: certificateKey }, ({ headers }, response) => {
    tokens.push(headers.authorization);
    if (hangsUp) response.destroy();
    else response.end("[]");
  });
  return { port: await listen(server), tokens };
}

test("https goes through a tunnel of HTTPS_PROXY, and the proxy never sees the token", async () => {
  const [proxy, server] = [await proxyForTest(), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url.replace("//", "//user:pass%3Aword@"));
  const settings = atPort(server.port, "https", "service.test");
  expect(await send(clientForTest(settings), listRoles)).toEqual([]);
  const basic = `Basic ${btoa("user:pass:word")}`;
  expect(proxy.asked).toEqual([`CONNECT service.test:${server.port} ${basic}`]);
  expect(server.tokens).toEqual(["Bearer any-token"]);
});

test.each(["directly", "through a tunnel"])(
  "a POST that is cut off after it was sent %s over TLS has an unknown outcome and is not repeated",
  async (way) => {
    const [proxy, server] = [await proxyForTest(), await secureServer({ hangsUp: true })];
    if (way === "through a tunnel") vi.stubEnv("HTTPS_PROXY", proxy.url);
    const error = await failureOf(send(clientForTest(atPort(server.port, "https")), createRole));
    expect(error).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME", cause: { sent: true } });
    expect(server.tokens).toHaveLength(1);
    expect(proxy.asked).toHaveLength(way === "directly" ? 0 : 1);
  },
);

test("http, which the settings allow for loopback hosts only, never goes through a proxy", async () => {
  const [proxy, service] = [await proxyForTest(), await serviceForTest()];
  for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"]) vi.stubEnv(name, proxy.url);
  const client = clientForTest(secretSettings(service));
  expect(await send(client, createRole)).toMatchObject({ name: "admin" });
  expect(proxy.asked).toEqual([]);
});

test("hosts in NO_PROXY are connected to directly", async () => {
  const [proxy, server] = [await proxyForTest(), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  vi.stubEnv("NO_PROXY", "example.com,127.0.0.1");
  expect(await send(clientForTest(atPort(server.port, "https")), listRoles)).toEqual([]);
  expect(proxy.asked).toEqual([]);
});

test("a refused tunnel ends the request at once, unsent", async () => {
  const [proxy, server] = [await proxyForTest(407), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  const onWait = () => expect.unreachable("a repetition is useless");
  const settings = atPort(server.port, "https", "service.test");
  const error = await failureOf(send(clientForTest(settings), createRole, { onWait }));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("407");
  expect(error.message).toContain("proxy variables");
  expect(server.tokens).toEqual([]);
});

test("the status line of a proxy cannot steer a terminal", async () => {
  const port = await listen(
    createServer().on("connect", (_incoming, socket: Socket) => {
      socket.end("HTTP/1.1 403 \u001b[2J\u009b2J\u202efake\r\n\r\n");
    }),
  );
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${port}`);
  const error = await failureOf(send(clientForTest(atPort(443, "https", "service.test")), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(inspect(error).replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

test("a proxy that does not let a tunnel through for now is asked again", async () => {
  const [proxy, server] = [await proxyForTest(503), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  const error = await failureOf(
    send(clientForTest(atPort(server.port, "https", "service.test")), createRole),
  );
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(proxy.asked).toHaveLength(6);
});

test.each([
  ["HTTPS_PROXY", "http://user:canary-password@:not a url"],
  ["https_proxy", "http://user:canary-password%@127.0.0.1:3128"],
  ["HTTPS_PROXY", "socks5://user:canary-password@127.0.0.1:1080"],
  ["https_proxy", "user:canary-password@127.0.0.1"],
])("a %s that cannot be used is a ConfigError without its value", (name, value) => {
  vi.stubEnv(name, value);
  let error: unknown;
  try {
    clientForTest(atPort(1));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "ERR_IDM_CONFIG", message: expect.stringContaining(`${name}: `) });
  expect(String((error as Error).stack)).not.toContain("canary-password");
});

/** Pretends to run on this Node until the test ends. */
function stubNodeVersion(node: string): void {
  const { versions } = process;
  Object.defineProperty(process, "versions", { value: { ...versions, node } });
  onTestFinished(() => void Object.defineProperty(process, "versions", { value: versions }));
}

test.each(["22.19.0", "22.20.0", "22.21.0", "23.11.1", "24.4.1", "24.5.0", "26.0.0"])(
  "Node %s uses the proxy of HTTPS_PROXY",
  async (version) => {
    stubNodeVersion(version);
    const [proxy, server] = [await proxyForTest(), await secureServer()];
    vi.stubEnv("HTTPS_PROXY", proxy.url.replace("//", "//user:canary-password@"));
    expect(await send(clientForTest(atPort(server.port, "https", "service.test")), listRoles)).toEqual([]);
    const basic = `Basic ${btoa("user:canary-password")}`;
    expect(proxy.asked).toEqual([`CONNECT service.test:${server.port} ${basic}`]);
  },
);

test("a proxy with an https URL works", async () => {
  const [proxy, server] = [await proxyForTest(undefined, "https"), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  expect(await send(clientForTest(atPort(server.port, "https", "service.test")), listRoles)).toEqual([]);
  expect(proxy.asked.map((line) => line.split(" ")[0])).toEqual(["CONNECT"]);
});

test("HTTP_PROXY is not used for https", async () => {
  const [proxy, server] = [await proxyForTest(), await secureServer()];
  vi.stubEnv("HTTP_PROXY", proxy.url);
  expect(await send(clientForTest(atPort(server.port, "https")), listRoles)).toEqual([]);
  expect(proxy.asked).toEqual([]);
});

test("the proxy variables work in lower case", async () => {
  const [proxy, server] = [await proxyForTest(), await secureServer()];
  vi.stubEnv("https_proxy", proxy.url);
  const settings = atPort(server.port, "https", "service.test");
  await send(clientForTest(settings), listRoles);
  expect(proxy.asked.map((line) => line.split(" ")[0])).toEqual(["CONNECT"]);
  vi.stubEnv("no_proxy", "127.0.0.1");
  await send(clientForTest(atPort(server.port, "https")), listRoles);
  expect(proxy.asked).toHaveLength(1);
});

test("an empty proxy variable means no proxy, and NO_PROXY alone changes nothing", async () => {
  const service = await serviceForTest();
  vi.stubEnv("NO_PROXY", "*");
  vi.stubEnv("HTTPS_PROXY", "");
  expect(await send(clientForTest(secretSettings(service)), listRoles)).toEqual([]);
});

test("a CONNECT that is never answered is a timeout, unsent, and its connections close", async () => {
  const proxy = await bareServer((socket) => void socket.resume());
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  const settings = { ...atPort(443, "https", "service.test"), IDM_REQUEST_TIMEOUT_SECONDS: "0.1" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(error.message).toContain("no connection within 0.1 s");
  await expect.poll(() => proxy.connections()).toBe(maxAttempts);
  await expect.poll(() => proxy.open(), { timeout: 10_000 }).toBe(0);
});

test("a TLS handshake that never ends inside a tunnel is a timeout, unsent", async () => {
  const proxy = await bareServer((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n")),
  );
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  const settings = { ...atPort(443, "https", "service.test"), IDM_REQUEST_TIMEOUT_SECONDS: "0.1" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
});

test("a POST that is stopped before its tunnel is ready is never sent through it", async () => {
  const [server, opened] = [await secureServer(), Promise.withResolvers<void>()];
  const stop = new AbortController();
  const port = await listen(
    createServer().on("connect", (incoming: IncomingMessage, socket: Socket) => {
      stop.abort();
      setTimeout(() => tunnel(incoming.url ?? "", socket), 20);
      socket.once("close", opened.resolve);
    }),
  );
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${port}`);
  const client = clientForTest(atPort(server.port, "https", "service.test"));
  const error = await failureOf(send(client, createRole, { stop: stop.signal }));
  expect(error).toMatchObject({ code: "ERR_IDM_ABORTED" });
  expect(await send(client, listRoles)).toEqual([]);
  expect(server.tokens).toHaveLength(1);
});
