// What a provider process notices of its engine, with a real process, HTTP/2 server and engine address.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";

const source = new URL("../../../provider/hosts/dynamic/engine-events.ts", import.meta.url).href;
const cancel = "/pulumirpc.ResourceProvider/Cancel";

/** Prints cancellation and end to standard output. Answers every call but `/slow`. */
const child = `
import { createServer } from "node:http2";
import { cancellation, onEngineEnd } from ${JSON.stringify(source)};
cancellation.addEventListener("abort", () => console.log("cancelled"));
onEngineEnd(() => console.log("end"));
const server = createServer((request, response) => { if (request.url !== "/slow") response.end(); });
server.listen(0, "127.0.0.1", () => console.log(String(server.address().port)));`;

interface ProviderProcess {
  process: ChildProcess;
  engine: Server;
  session: ClientHttp2Session;
  /** The lines that it has printed so far. */
  printed(): string[];
}

async function providerProcessForTest(): Promise<ProviderProcess> {
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
  return { process: provider, engine, session, printed: () => text.trim().split("\n").slice(1) };
}

async function call(session: ClientHttp2Session, path: string): Promise<void> {
  const stream = session.request({ ":path": path, ":method": "POST" });
  stream
    .on("error", () => {})
    .resume()
    .end();
  await once(stream, "close");
}

test("a Cancel without a call in flight ends the run", async () => {
  const { session, printed } = await providerProcessForTest();
  await call(session, "/check");
  await call(session, cancel);
  await expect.poll(printed).toEqual(["cancelled", "end"]);
});

test("a Cancel during a call does not end the run, because the answer may still be lost", async () => {
  const { session, printed } = await providerProcessForTest();
  const slow = session.request({ ":path": "/slow", ":method": "POST" });
  slow.on("error", () => {}).end();
  await once(slow, "ready").catch(() => {});
  await call(session, cancel);
  await expect.poll(printed).toEqual(["cancelled"]);
  slow.close();
  await call(session, "/check");
  await call(session, cancel);
  await expect.poll(printed).toEqual(["cancelled", "end"]);
});

test("the process exits when its engine is gone, even after a Cancel", async () => {
  const { process: provider, engine, session } = await providerProcessForTest();
  await call(session, cancel);
  const exit = once(provider, "exit");
  engine.close();
  session.destroy();
  expect(await exit).toEqual([1, null]);
});

test("the process exits when its engine is gone a moment later than its connection", async () => {
  const { process: provider, engine, session } = await providerProcessForTest();
  await call(session, "/check");
  const exit = once(provider, "exit");
  session.destroy();
  await once(engine, "connection");
  engine.close();
  expect(await exit).toEqual([1, null]);
});

test("the process keeps running when its engine closes an idle connection", async () => {
  const { process: provider, engine, session } = await providerProcessForTest();
  await call(session, "/check");
  session.destroy();
  // The process has polled the engine's port twice.
  await once(engine, "connection");
  await once(engine, "connection");
  await sleep(100);
  expect(provider.exitCode).toBeNull();
});
