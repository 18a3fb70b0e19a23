import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { proxyOptions } from "../../provider/client/proxy.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { certificate, certificateKey } from "./certificate.ts";
import {
  atPort,
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

/** A proxy that forwards plain requests and opens tunnels, and what it was asked for. */
async function proxyForTest(refuse?: number) {
  const asked: string[] = [];
  const note = (what: string, { headers }: IncomingMessage) =>
    asked.push([what, headers["proxy-authorization"]].filter(Boolean).join(" "));
  const server = createServer((incoming, outgoing) => {
    note(`${incoming.method} ${incoming.url}`, incoming);
    if (refuse) outgoing.writeHead(refuse).end();
    else forward(incoming, outgoing);
  });
  server.on("connect", (incoming: IncomingMessage, socket: Socket) => {
    note(`CONNECT ${incoming.url}`, incoming);
    if (refuse) socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
    else tunnel(incoming.url ?? "", socket);
  });
  return { asked, url: `http://127.0.0.1:${await listen(server)}` };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = "" } = incoming;
  const onward = request(url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
}

/** Every name leads to this machine. */
function tunnel(target: string, socket: Socket): void {
  const onward = connect(Number(target.split(":")[1]), "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
}

/** An https server that takes everything, and the authorization headers that it got; it may hang up in place of an answer. */
async function secureServer({ hangsUp = false } = {}) {
  const tokens: (string | undefined)[] = [];
  const server = createSecureServer({ cert: certificate, key: certificateKey }, ({ headers }, response) => {
    tokens.push(headers.authorization);
    if (hangsUp) response.destroy();
    else response.end("[]");
  });
  return { port: await listen(server), tokens };
}

test("https goes through a tunnel of HTTPS_PROXY, which never sees the token", async () => {
  const [proxy, server] = [await proxyForTest(), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url.replace("//", "//user:pass%3Aword@"));
  const settings = atPort(server.port, "https", "service.test");
  expect(await send(clientForTest(settings), listRoles)).toEqual([]);
  const basic = `Basic ${btoa("user:pass:word")}`;
  expect(proxy.asked).toEqual([`CONNECT service.test:${server.port} ${basic}`]);
  expect(server.tokens).toEqual(["Bearer any-token"]);
});

test.each(["directly", "through a tunnel"])(
  "a POST that is cut off after it went out %s over TLS is unknown, and not sent again",
  async (way) => {
    const [proxy, server] = [await proxyForTest(), await secureServer({ hangsUp: true })];
    if (way === "through a tunnel") vi.stubEnv("HTTPS_PROXY", proxy.url);
    const error = await failureOf(send(clientForTest(atPort(server.port, "https")), createRole));
    expect(error).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME", cause: { sent: true } });
    expect(server.tokens).toHaveLength(1);
    expect(proxy.asked).toHaveLength(way === "directly" ? 0 : 1);
  },
);

test("a POST that is cut off after it went to an HTTP proxy is unknown, and not sent again", async () => {
  const asked: unknown[] = [];
  const port = await listen(
    createServer(({ url }, response) => {
      asked.push(url);
      response.destroy();
    }),
  );
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${port}`);
  const error = await failureOf(send(clientForTest(atPort(1)), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME", cause: { sent: true } });
  expect(asked).toHaveLength(1);
});

test("http goes through HTTP_PROXY, token requests too", async () => {
  const [proxy, service] = [await proxyForTest(), await serviceForTest()];
  vi.stubEnv("HTTP_PROXY", proxy.url);
  expect(await send(clientForTest(secretSettings(service)), createRole)).toMatchObject({ name: "admin" });
  expect(proxy.asked).toEqual([`POST ${service.authUrl}/oauth/token/`, `POST ${service.baseUrl}/roles`]);
});

test("hosts of NO_PROXY are met directly", async () => {
  const [proxy, service] = [await proxyForTest(), await serviceForTest()];
  vi.stubEnv("HTTP_PROXY", proxy.url);
  vi.stubEnv("NO_PROXY", "example.com,127.0.0.1");
  expect(await send(clientForTest(secretSettings(service)), listRoles)).toEqual([]);
  expect(proxy.asked).toEqual([]);
});

test("a tunnel that is refused ends it at once, unsent", async () => {
  const [proxy, server] = [await proxyForTest(407), await secureServer()];
  vi.stubEnv("HTTPS_PROXY", proxy.url);
  const onWait = () => expect.unreachable("a repetition cannot mend it");
  const settings = atPort(server.port, "https", "service.test");
  const error = await failureOf(send(clientForTest(settings), createRole, { onWait }));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("407");
  expect(error.message).toContain("proxy variables");
  expect(server.tokens).toEqual([]);
});

test("a proxy that wants another password ends it at once, unsent", async () => {
  const [proxy, service] = [await proxyForTest(407), await serviceForTest()];
  vi.stubEnv("HTTP_PROXY", proxy.url);
  const settings = { IDM_BASE_URL: service.baseUrl, IDM_ACCESS_TOKEN: "any-token" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("407");
  expect(proxy.asked).toHaveLength(1);
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

test("a proxy variable that is no URL is a setting that is wrong, told without its value", () => {
  vi.stubEnv("HTTPS_PROXY", "http://user:canary-password@:not a url");
  let error: unknown;
  try {
    clientForTest(atPort(1));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ code: "ERR_IDM_CONFIG", message: expect.stringContaining("HTTPS_PROXY") });
  expect(String((error as Error).stack)).not.toContain("canary-password");
});

test.each([
  ["22.20.0", false],
  ["22.21.0", true],
  ["23.11.1", false],
  ["24.4.1", false],
  ["24.5.0", true],
  ["26.0.0", true],
])("Node %s can use a proxy: %s", (version, can) => {
  const options = () => proxyOptions({ HTTPS_PROXY: "http://user:canary-password@proxy:3128" }, version);
  if (can) return expect(options()).toHaveProperty("proxyEnv");
  expect(options).toThrow(`HTTPS_PROXY: Node ${version} cannot send requests through a proxy`);
  expect(options).not.toThrow("canary-password");
});

test("any Node does without a proxy", () => {
  expect(proxyOptions({ NO_PROXY: "*", HTTPS_PROXY: "" }, "22.19.0")).toEqual({});
});
