import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A UDP socket that stands in for a DNS server. `asked` resolves with its first datagram. */
export type FakeServer = { address: string; asked: Promise<unknown>; stop(): Promise<void> };

/** Starts a server that never answers. */
export function startSilentServer(address = "127.0.0.1", port = 0): Promise<FakeServer> {
  return start(address, port, () => {});
}

/** Starts a server whose answers are no DNS messages. */
export function startGarbageServer(): Promise<FakeServer> {
  return start("127.0.0.1", 0, (question, reply) => {
    reply(Buffer.concat([question.subarray(0, 2), Buffer.alloc(7, 0xff)]));
  });
}

/** Starts a server that answers every question with SERVFAIL. */
export function startFailingServer(): Promise<FakeServer> {
  return start("127.0.0.1", 0, (question, reply) => {
    const answer = Buffer.from(question);
    answer.writeUInt16BE(0x8182, 2);
    reply(answer);
  });
}

/** Starts a relay from `address` to 127.0.0.1 at `targetPort`. BIND itself cannot listen at 127.0.0.3. */
export function startRelay(address: string, port: number, targetPort: number): Promise<FakeServer> {
  return start(address, port, (question, reply) => {
    const toTarget = createSocket("udp4").unref();
    toTarget.once("message", (answer) => {
      toTarget.close();
      reply(answer);
    });
    toTarget.send(question, targetPort, "127.0.0.1");
  });
}

type OnQuestion = (question: Buffer, reply: (answer: Buffer) => void) => void;

async function start(address: string, port: number, onQuestion: OnQuestion): Promise<FakeServer> {
  const socket = createSocket("udp4");
  let open = true;
  socket.on("message", (question, from) => {
    // An answer may come from a relay's target after the test has ended.
    onQuestion(question, (answer) => open && socket.send(answer, from.port, from.address));
  });
  const asked = new Promise((resolve) => socket.once("message", resolve));
  socket.bind(port, address);
  await once(socket, "listening");
  const stop = async () => {
    open = false;
    socket.close();
    await once(socket, "close");
  };
  return { address: `${address}:${socket.address().port}`, asked, stop };
}
