import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type DnsRecord, decode, encode, RECURSION_AVAILABLE } from "dns-packet";
import { onTestFinished } from "vitest";

/** A name server for one test: what it knows may be changed at any time. */
export interface NameServer {
  /** `ip:port` */
  address: string;
  records: DnsRecord[];
}

const NXDOMAIN = 3;

/** Answers over UDP from its records, and that there is no such name for every other one. */
export async function nameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const server: NameServer = { address: "", records: [] };
  socket.on("message", (message, { port, address }) =>
    socket.send(answerTo(message, server.records), port, address),
  );
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => new Promise((done) => socket.close(done)));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function answerTo(message: Uint8Array, records: DnsRecord[]): Uint8Array {
  const { id = 0, questions = [] } = decode(message);
  const named = records.filter(({ name }) => name === questions[0]?.name.toLowerCase());
  const answers = named.filter(({ type }) => type === questions[0]?.type);
  const flags = RECURSION_AVAILABLE | (named.length === 0 ? NXDOMAIN : 0);
  return encode({ type: "response", id, flags, questions, answers });
}
