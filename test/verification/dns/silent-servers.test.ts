import { afterEach, expect, test } from "vitest";
import { diagnose } from "../../../provider/verification/dns/diagnose.ts";
import type { DnsRecord } from "../../../provider/verification/dns/names.ts";
import { type FakeServer, startGarbageServer, startSilentServer } from "./fake-servers.ts";

const record: DnsRecord = { name: "login.example.test", type: "CNAME", value: "edge.example.net" };
const signal = new AbortController().signal;
const running: FakeServer[] = [];

async function run(starting: Promise<FakeServer>) {
  const server = await starting;
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

test("a server that never answers is named with the time it was given", async () => {
  const server = await run(startSilentServer());
  const [diagnosis] = await diagnose([record], { servers: [server.address], signal, timeoutMs: 200 });
  expect(diagnosis).toEqual({
    record,
    meaning: { kind: "unanswered" },
    failed: [],
    silent: [{ from: { server: server.address }, reason: "no answer within 200 ms" }],
  });
});

test("a port where nothing listens is named with the refusal", async () => {
  const closed = await startSilentServer();
  await closed.stop();
  const [diagnosis] = await diagnose([record], { servers: [closed.address], signal, timeoutMs: 5000 });
  expect(diagnosis?.silent).toEqual([{ from: { server: closed.address }, reason: "ECONNREFUSED" }]);
});

test("every silent server is named", async () => {
  const servers = await Promise.all([run(startSilentServer()), run(startSilentServer())]);
  const addresses = servers.map(({ address }) => address);
  const [diagnosis] = await diagnose([record], { servers: addresses, signal, timeoutMs: 200 });
  expect(diagnosis?.silent.map(({ from }) => from.server).toSorted()).toEqual(addresses.toSorted());
});

test("a server that answers with garbage is a diagnosis, not an error", async () => {
  const server = await run(startGarbageServer());
  const [diagnosis] = await diagnose([record], { servers: [server.address], signal, timeoutMs: 500 });
  expect(diagnosis?.meaning.kind).toMatch(/unanswered|failing/);
});

test("the signal ends a diagnosis while it waits", async () => {
  const server = await run(startSilentServer());
  const controller = new AbortController();
  const diagnosing = diagnose([record], {
    servers: [server.address],
    signal: controller.signal,
    timeoutMs: 3_600_000,
  });
  await server.asked;
  controller.abort();
  const [diagnosis] = await diagnosing;
  expect(diagnosis?.silent).toEqual([{ from: { server: server.address }, reason: "cancelled" }]);
});

test("a signal that is over already asks nobody", async () => {
  const [diagnosis] = await diagnose([record], {
    servers: ["127.0.0.1:9"],
    signal: AbortSignal.abort(),
    timeoutMs: 3_600_000,
  });
  expect(diagnosis?.silent).toEqual([{ from: { server: "127.0.0.1:9" }, reason: "cancelled" }]);
});

test("no servers given means those of the system", async () => {
  const { getServers } = await import("node:dns");
  const [diagnosis] = await diagnose([record], { servers: [], signal: AbortSignal.abort(), timeoutMs: 1000 });
  expect(diagnosis?.silent.map(({ from }) => from.server)).toEqual([...new Set(getServers())]);
});
