// What a provider process sees of its engine, with a process, an HTTP/2 server and an engine's address as in a real run.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";

const source = new URL("../../../provider/hosts/dynamic/engine-events.ts", import.meta.url).href;
const cancel = "/pulumirpc.ResourceProvider/Cancel";

/** Tells of cancellation and end on standard output; answers every call but `/slow`. */
const child = `
import { createServer } from "node:http2";
import { cancellation, onEngineEnd } from ${JSON.stringify(source)};
cancellation.addEventListener("abort", () => console.log("cancelled"));
onEngineEnd(() => console.log("end"));
const server = createServer((request, response) => { if (request.url !== "/slow") response.end(); });
server.listen(0, "127.0.0.1", () => console.log(String(server.address().port)));`;

interface Provider {
  process: ChildProcess;
  engine: Server;
  session: ClientHttp2Session;
  /** What it has told so far. */
  told(): string[];
}

async function providerForTest(): Promise<Provider> {
  const engine = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void engine.close());
  await once(engine, "listening");
  const address = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const provider = spawn(process.execPath, ["--input-type=module", "-e", child, "provider", address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void provider.kill("SIGKILL"));
  let text = "";
  provider.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await once(provider.stdout, "data");
  const session = connect(`http://127.0.0.1:${text.trim()}`);
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return { process: provider, engine, session, told: () => text.trim().split("\n").slice(1) };
}

async function call(session: ClientHttp2Session, path: string): Promise<void> {
  const stream = session.request({ ":path": path, ":method": "POST" });
  stream
    .on("error", () => {})
    .resume()
    .end();
  await once(stream, "close");
}

test("a Cancel with nothing in flight is the end of the run", async () => {
  const { session, told } = await providerForTest();
  await call(session, "/check");
  await call(session, cancel);
  await expect.poll(told).toEqual(["cancelled", "end"]);
});

test("a Cancel while a call is in flight is none: its answer may still be lost", async () => {
  const { session, told } = await providerForTest();
  const slow = session.request({ ":path": "/slow", ":method": "POST" });
  slow.on("error", () => {}).end();
  await once(slow, "ready").catch(() => {});
  await call(session, cancel);
  await expect.poll(told).toEqual(["cancelled"]);
  slow.close();
  await call(session, "/check");
  await call(session, cancel);
  await expect.poll(told).toEqual(["cancelled", "end"]);
});

test("the process ends when its engine is gone, even after a Cancel", async () => {
  const { process: provider, engine, session } = await providerForTest();
  await call(session, cancel);
  const exit = once(provider, "exit");
  engine.close();
  session.destroy();
  expect(await exit).toEqual([1, null]);
});

test("an engine that is gone a moment later than its connection is noticed too", async () => {
  const { process: provider, engine, session } = await providerForTest();
  await call(session, "/check");
  const exit = once(provider, "exit");
  session.destroy();
  await once(engine, "connection");
  engine.close();
  expect(await exit).toEqual([1, null]);
});

test("the process outlives an idle connection that its engine has let go", async () => {
  const { process: provider, engine, session } = await providerForTest();
  await call(session, "/check");
  session.destroy();
  // It has looked twice whether the engine is there.
  await once(engine, "connection");
  await once(engine, "connection");
  await sleep(100);
  expect(provider.exitCode).toBeNull();
});
