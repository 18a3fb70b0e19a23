import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, test } from "vitest";
import { maxAttempts } from "../../provider/client/retry.ts";
import type { Fault } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
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
  ok,
  secretSettings,
  send,
} from "./client-for-test.ts";

/** A connection can be used again one turn of the event loop after its response. */
const backInThePool = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("a POST whose connection is refused is repeated up to the most attempts, and counts as unsent", async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  let waits = 0;
  const error = await failureOf(
    send(clientForTest(atPort(port)), createRole, { onWait: () => void waits++ }),
  );
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("ECONNREFUSED");
  expect(waits).toBe(maxAttempts - 1);
});

test("a POST whose connection is refused succeeds as soon as a server listens", async () => {
  const server = createHttpServer((_request, response) => response.end('{"id":"1"}'));
  const closed = createServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const onWait = async () => {
    if (!server.listening) await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  };
  const result = await send(clientForTest(atPort(port)), createRole, { onWait });
  server.close();
  expect(result).toEqual({ id: "1" });
});

test("an untrusted certificate ends the request at once, unsent", async () => {
  let requests = 0;
  const server = createTlsServer({ cert: certificate, key: certificateKey }, () => void requests++);
  const port = await listen(server);
  const onWait = () => expect.unreachable("a repetition is useless");
  const error = await failureOf(send(clientForTest(atPort(port, "https")), createRole, { onWait }));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  expect(requests).toBe(0);
});

test.each([
  ["HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["SSH", "SSH-2.0-OpenSSH_9.6\r\n"],
])("a server that speaks %s without TLS ends the request at once, unsent", async (_what, bytes) => {
  const port = await listen(createServer((socket) => void socket.once("data", () => socket.end(bytes))));
  const onWait = () => expect.unreachable("a repetition is useless");
  const error = await failureOf(send(clientForTest(atPort(port, "https")), createRole, { onWait }));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("does not speak TLS");
  expect(error.message).not.toMatch(/SSL routines|\.c:|NODE_EXTRA_CA_CERTS/);
});

test("a host name that does not exist is an error, unsent", async () => {
  const error = await failureOf(send(clientForTest(atPort(443, "https", "nowhere.invalid")), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: false });
  expect(error.message).toContain("host name in idm:baseUrl (IDM_BASE_URL)");
});

test("a request whose connection never becomes ready is repeated, unsent", async () => {
  const server = await bareServer(() => {});
  const settings = { ...atPort(server.port, "https"), IDM_REQUEST_TIMEOUT_SECONDS: "0.1" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({ code: "ERR_IDM_TIMEOUT", sent: false });
  expect(error.message).toContain("no connection within 0.1 s");
  await expect.poll(() => server.connections()).toBe(maxAttempts);
});

test("a connection that was closed while it was idle is not used for a POST", async () => {
  const closed = Promise.withResolvers<void>();
  const server = await bareServer((socket, earlier) => {
    socket.once("data", () => {
      socket.write(ok('{"id":"1"}'));
      if (earlier === 0) socket.end().once("close", closed.resolve);
    });
  });
  const client = clientForTest(atPort(server.port));
  await send(client, listRoles);
  await closed.promise;
  expect(await send(client, createRole)).toEqual({ id: "1" });
  expect(server.connections()).toBe(2);
});

test("a POST on an idle connection that closes has an unknown outcome, and a GET is repeated", async () => {
  const server = await bareServer((socket) => {
    let requests = 0;
    socket.on("data", () => (requests++ === 0 ? socket.write(ok("[]")) : socket.destroy()));
  });
  const client = clientForTest(atPort(server.port));
  await send(client, listRoles);
  await backInThePool();
  expect(await failureOf(send(client, createRole))).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(server.connections()).toBe(1);
  await send(client, listRoles);
  await backInThePool();
  expect(await send(client, listRoles)).toEqual([]);
  expect(server.connections()).toBe(3);
});

test("a response whose body never ends is an unknown outcome for a POST", async () => {
  const server = await bareServer((socket) => {
    socket.once("data", () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":'));
  });
  const settings = { ...atPort(server.port), IDM_REQUEST_TIMEOUT_SECONDS: "0.1" };
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error).toMatchObject({
    code: "ERR_IDM_UNKNOWN_OUTCOME",
    cause: { code: "ERR_IDM_TIMEOUT", sent: true },
  });
  expect(server.connections()).toBe(1);
});

test("a response that is not HTTP is a fault of the network, and an unknown outcome for a POST", async () => {
  const server = await bareServer((socket, earlier) =>
    socket.once("data", () =>
      socket.end(earlier < 2 ? "HTTP/1.1 000 Nothing\r\ncontent-length: 0\r\n\r\n" : ok("[]")),
    ),
  );
  const client = clientForTest(atPort(server.port));
  const { code, cause } = await failureOf(send(client, createRole));
  expect(code).toBe("ERR_IDM_UNKNOWN_OUTCOME");
  expect(cause).toMatchObject({ code: "ERR_IDM_NETWORK", sent: true });
  expect(cause.message).toMatch(/is not valid HTTP\. Check idm:baseUrl/);
  expect(await send(client, listRoles)).toEqual([]);
});

const unknown: [Fault, roles: number][] = [
  [{ kind: "reset-before" }, 0],
  [{ kind: "reset-after" }, 1],
  [{ kind: "no-answer" }, 0],
  [{ kind: "no-answer-after" }, 1],
  [{ kind: "cut-json" }, 1],
  [{ kind: "html" }, 1],
  [{ kind: "not-json" }, 1],
  [{ kind: "huge-body" }, 1],
  ...[408, 500, 502, 503, 504].flatMap((status): [Fault, number][] => [
    [{ kind: "status", status }, 0],
    [{ kind: "status-after", status }, 1],
  ]),
];

/** A short timeout only for faults without a response. */
const impatient = (service: Service, { kind }: Fault) => ({
  ...secretSettings(service),
  IDM_REQUEST_TIMEOUT_SECONDS: kind.startsWith("no-answer") ? "1" : "30",
});

test.each(unknown)("a POST is sent once and its outcome is unknown after %j", async (fault, roles) => {
  const service = await serviceForTest();
  service.faults.add({ ...fault, path: /roles/ });
  const error = await failureOf(send(clientForTest(impatient(service, fault)), createRole));
  expect(error.code).toBe("ERR_IDM_UNKNOWN_OUTCOME");
  expect(service.requests.api).toHaveLength(1);
  expect(service.tenant.roles.size).toBe(roles);
});

test.each<Fault>([
  { kind: "expired-token" },
  { kind: "status", status: 429 },
  { kind: "status", status: 429, headers: { "retry-after": "0", "x-ratelimit-reset": "1" } },
])("a POST is repeated after %j, because the service has not acted", async (fault) => {
  const service = await serviceForTest();
  service.faults.add({ ...fault, path: /roles/ });
  expect(await send(clientForTest(secretSettings(service)), createRole)).toMatchObject({ name: "admin" });
  expect(service.tenant.roles.size).toBe(1);
});

test("a GET succeeds after every temporary fault", async () => {
  const service = await serviceForTest();
  for (const [fault] of unknown.filter(([{ kind }]) => kind !== "huge-body")) {
    service.faults.add({ ...fault, path: /roles/ });
    expect(await send(clientForTest(impatient(service, fault)), listRoles)).toEqual([]);
  }
});
