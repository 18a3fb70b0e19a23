import { afterEach, expect, test } from "vitest";
import { describeDiagnosis } from "../../../provider/verification/dns/describe-diagnosis.ts";
import { diagnose } from "../../../provider/verification/dns/diagnose.ts";
import type { DnsRecord } from "../../../provider/verification/dns/names.ts";
import {
  type FakeServer,
  startFailingServer,
  startGarbageServer,
  startSilentServer,
} from "./fake-servers.ts";

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

test("a server that never answers is silent, with the timeout as the reason", async () => {
  const server = await run(startSilentServer());
  const [diagnosis] = await diagnose([record], { servers: [server.address], signal, timeoutMs: 200 });
  expect(diagnosis).toEqual({
    record,
    meaning: { kind: "unanswered" },
    failed: [],
    silent: [{ from: { server: server.address }, reason: "no answer within 200 ms" }],
  });
});

test("a closed port is silent, with the error code as the reason", async () => {
  const closed = await startSilentServer();
  await closed.stop();
  const [diagnosis] = await diagnose([record], { servers: [closed.address], signal, timeoutMs: 5000 });
  expect(diagnosis?.silent).toEqual([{ from: { server: closed.address }, reason: "ECONNREFUSED" }]);
});

test("every silent server is listed", async () => {
  const servers = await Promise.all([run(startSilentServer()), run(startSilentServer())]);
  const addresses = servers.map(({ address }) => address);
  const [diagnosis] = await diagnose([record], { servers: addresses, signal, timeoutMs: 200 });
  expect(diagnosis?.silent.map(({ from }) => from.server).toSorted()).toEqual(addresses.toSorted());
});

test("an answer that is no DNS message gives a diagnosis, not an error", async () => {
  const server = await run(startGarbageServer());
  const [diagnosis] = await diagnose([record], { servers: [server.address], signal, timeoutMs: 500 });
  expect(diagnosis?.meaning.kind).toMatch(/unanswered|failing/);
});

test("the signal ends a running diagnosis", async () => {
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

test("an aborted signal prevents every question", async () => {
  const [diagnosis] = await diagnose([record], {
    servers: ["127.0.0.1:9"],
    signal: AbortSignal.abort(),
    timeoutMs: 3_600_000,
  });
  expect(diagnosis?.silent).toEqual([{ from: { server: "127.0.0.1:9" }, reason: "cancelled" }]);
});

test("an empty list of servers means the system's resolvers", async () => {
  const { getServers } = await import("node:dns");
  const [diagnosis] = await diagnose([record], { servers: [], signal: AbortSignal.abort(), timeoutMs: 1000 });
  expect(diagnosis?.silent.map(({ from }) => from.server)).toEqual([...new Set(getServers())]);
});

test("a resolver that answers every question with SERVFAIL is told as failing, not the delegation of a zone", async () => {
  const server = await run(startFailingServer());
  const [diagnosis] = await diagnose([record], { servers: [server.address], signal, timeoutMs: 5000 });
  expect(diagnosis).toMatchObject({ meaning: { kind: "failing" } });
  const text = diagnosis && describeDiagnosis(diagnosis);
  expect(text).toContain("answers this machine with errors only: name another server in idm:dnsServers");
  expect(text).not.toContain("delegated");
});

test.each([
  ["20,000 dots", ".".repeat(20_000)],
  ["50,000 labels", `${"a.".repeat(50_000)}com`],
  ["a label of 200,000 characters", `${"a".repeat(200_000)}.com`],
  ["128 labels", `${"a.".repeat(127)}com`],
  ["100,000 characters that are not ASCII", `${"ä".repeat(100_000)}.com`],
])("nobody is asked about a name of %s, and its description is short", async (_, name) => {
  const server = await run(startSilentServer());
  let isAsked = false;
  void server.asked.then(() => {
    isAsked = true;
  });
  const [diagnosis] = await diagnose([{ ...record, name }], {
    servers: [server.address],
    signal,
    timeoutMs: 5000,
  });
  expect(diagnosis).toMatchObject({ meaning: { kind: "impossible-name" }, failed: [], silent: [] });
  expect(isAsked).toBe(false);
  expect(diagnosis && describeDiagnosis(diagnosis).length).toBeLessThan(1_000);
});
