import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type ApiCall, Client } from "../../provider/client/client.ts";
import { type Log, logLine } from "../../provider/client/log-line.ts";
import { Operation } from "../../provider/client/operation.ts";
import { path } from "../../provider/client/path.ts";
import { readSettings } from "../../provider/config/settings.ts";
import type { Service } from "../service/service.ts";

export type Environment = Record<string, string>;

/** A client that closes with the test, and the lines that it printed for the user. */
export interface TestClient {
  readonly client: Client;
  readonly log: string[];
}

/** Creates a client with these settings (environment variables). */
export function clientForTest(environment: Environment): TestClient {
  const log: string[] = [];
  const settings = readSettings(
    () => undefined,
    (name) => environment[name],
  );
  const client = new Client(settings, logTo(log, settings.logsJson));
  onTestFinished(() => client.close());
  return { client, log };
}

function logTo(lines: string[], isJson: boolean): Log {
  return (line, _isStatus, facts) => lines.push(logLine(isJson, line, facts));
}

/** Settings that authenticate with a client secret at a stand-in service. */
export function secretSettings({ baseUrl, client }: Service): Environment {
  return { IDM_BASE_URL: baseUrl, IDM_CLIENT_ID: client.id, IDM_CLIENT_SECRET: client.secret };
}

/** Settings that authenticate with `private_key_jwt` at a stand-in service. */
export function keySettings({ baseUrl, keyClient }: Service): Environment {
  const { id, privateKey, keyId, algorithm } = keyClient;
  return {
    IDM_BASE_URL: baseUrl,
    IDM_CLIENT_ID: id,
    IDM_PRIVATE_KEY: privateKey,
    IDM_KEY_ID: keyId,
    IDM_SIGNING_ALGORITHM: algorithm,
  };
}

/** A token for servers that do not check it. */
export const anyToken: Environment = { IDM_ACCESS_TOKEN: "any-token" };

export const createRole: ApiCall = {
  method: "POST",
  path: path`/roles`,
  body: { name: "admin" },
  scope: "create:roles",
};
export const listRoles: ApiCall = { method: "GET", path: path`/roles`, scope: "read:roles" };

export interface Sending {
  readonly deadlineMs?: number;
  readonly stop?: AbortSignal;
  /** Replaces each wait before a repetition. */
  readonly onWait?: (delayMs: number) => void | Promise<void>;
}

/** Runs one operation with one request, whose repetitions do not wait. */
export async function send(
  { client, log }: TestClient,
  call: ApiCall,
  { deadlineMs = 20_000, stop, onWait }: Sending = {},
): Promise<unknown> {
  const options = { resource: { type: "Role", name: "admin" }, ...(stop && { signal: stop }) };
  const operation = new Operation("Role", deadlineMs, logTo(log, client.settings.logsJson), options);
  operation.wait = async (delayMs) => {
    operation.signal.throwIfAborted();
    await onWait?.(delayMs);
  };
  try {
    return await client.request(call, operation);
  } finally {
    operation.end();
  }
}

/** The error that `work` rejects with. Throws when `work` succeeds. */
export async function failureOf(
  work: Promise<unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into errors of every class
): Promise<any> {
  return work.then(
    (value) => {
      throw new Error(`nothing failed: ${JSON.stringify(value)}`);
    },
    (error) => error,
  );
}

/** Makes a server listen on loopback until the test ends, and returns its port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A response as it goes over a connection. */
export const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/** A server of plain TCP connections. `serve` gets the socket, and the number of connections before it. */
export async function bareServer(serve: (socket: Socket, earlier: number) => void) {
  let connections = 0;
  let open = 0;
  const port = await listen(
    createServer((socket) => {
      open += 1;
      socket.on("error", () => {}).once("close", () => void open--);
      serve(socket, connections++);
    }),
  );
  return { port, connections: () => connections, open: () => open };
}

/** Settings for a server of the test on this port. */
export function atPort(port: number, scheme = "http", host = "127.0.0.1"): Environment {
  return { ...anyToken, IDM_BASE_URL: `${scheme}://${host}:${port}/api/v2` };
}
