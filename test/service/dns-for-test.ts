import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type DnsRecord, decode, encode, RECURSION_AVAILABLE } from "dns-packet";
import { onTestFinished } from "vitest";

/** A DNS server of the tests. */
export interface NameServer {
  /** `ip:port` */
  address: string;
  /** What it answers; tests may change it at any time. */
  records: DnsRecord[];
  stop(): Promise<void>;
}

/** RCODE of RFC 1035: the name does not exist. */
const nameError = 3;

/** Starts a DNS server that ends with the test. */
export async function nameServer(): Promise<NameServer> {
  const server = await startNameServer();
  onTestFinished(server.stop);
  return server;
}

/** Starts a DNS server over UDP. A name without records is answered with NXDOMAIN. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    records: [],
    stop: () => new Promise((done) => socket.close(() => done())),
  };
  socket.on("message", (message, { port, address }) =>
    socket.send(answerTo(message, server.records), port, address),
  );
  return server;
}

function answerTo(message: Uint8Array, records: DnsRecord[]): Uint8Array {
  const { id = 0, questions = [] } = decode(message);
  const named = records.filter(({ name }) => name === questions[0]?.name.toLowerCase());
  const answers = named.filter(({ type }) => type === questions[0]?.type);
  const flags = RECURSION_AVAILABLE | (named.length === 0 ? nameError : 0);
  return encode({ type: "response", id, flags, questions, answers });
}
