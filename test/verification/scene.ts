import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { DnsRecord } from "dns-packet";
import { expect, onTestFinished, vi } from "vitest";
import { Client } from "../../provider/client/client.ts";
import type { Settings } from "../../provider/config/settings.ts";
import type { Handlers, Props } from "../../provider/lifecycle/handlers.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import { handlersOf } from "../../provider/lifecycle/resource-handlers.ts";
import { customDomainVerificationWith } from "../../provider/resources/custom-domain-verification.ts";
import { type VerifyLimits, VerifyTurns } from "../../provider/verification/verify-turns.ts";
import { crossing } from "../resources/crossing.ts";
import { addressOf, settingsFor } from "../resources/handlers.ts";
import { type NameServer, nameServer } from "../service/dns-for-test.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { CustomDomain, NewDomain } from "../service/records.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { folderForTest } from "../temporary-folder.ts";

/** Limits that allow a request to verify at almost any time, so that no test waits for its turn. */
const loose: VerifyLimits = { intervalMs: 20, maxRequests: 1000, windowMs: 61_000 };

/** A service that verifies domains with a DNS server of the test, and the handlers of CustomDomainVerification. */
export interface VerificationScene {
  readonly service: Service;
  readonly dns: NameServer;
  readonly log: string[];
  /** Stands for Ctrl-C. */
  readonly stop: AbortController;
  readonly handlers: Handlers;
  /** Adds a domain that is not verified yet. */
  add(domain?: string, type?: NewDomain["type"]): CustomDomain;
  create(domain: Pick<CustomDomain, "custom_domain_id">, inputs?: Props): Promise<Props>;
  /** Runs a create that must fail. Resolves to its error. */
  fail(domain: Pick<CustomDomain, "custom_domain_id">, inputs?: Props): Promise<Error & { code?: string }>;
  /** Number of requests to verify that the service has answered. */
  verifies(): number;
  /** Resolves once the service has answered at least `times` requests to verify. */
  verified(times: number): Promise<void>;
}

interface SceneOptions {
  /** Limits of the requests to verify. Default: almost none. */
  readonly limits?: VerifyLimits;
  /** Time between two progress lines, in milliseconds. Default: 60000. */
  readonly progressMs?: number;
  /** Longest wait for an answer of a DNS server, in milliseconds. Default: 500. */
  readonly dnsAnswerMs?: number;
  readonly service?: ServiceOptions;
  readonly settings?: Partial<Settings>;
}

/** Starts everything; it ends with the test. */
export async function verificationScene({
  limits = loose,
  progressMs = 60_000,
  dnsAnswerMs = 500,
  service: serviceOptions,
  settings,
}: SceneOptions = {}): Promise<VerificationScene> {
  const dns = await nameServer();
  const service = await serviceForTest({ dnsServers: [dns.address], verifyLimit: 1000, ...serviceOptions });
  const log: string[] = [];
  const stop = new AbortController();
  const client = new Client(await settingsFor(service, { dnsServers: [dns.address], ...settings }), (line) =>
    log.push(line),
  );
  onTestFinished(() => client.close());
  const turns = new VerifyTurns(limits);
  const handlers = handlersOf(customDomainVerificationWith({ turns, progressMs, dnsAnswerMs }), {
    client: () => client,
    address: addressOf(client),
    ownership: ownershipForTest(),
    log: (line) => log.push(line),
    stop: stop.signal,
  });
  const verifies = () => service.requests.writes.filter(({ status }) => status > 0).length;
  const create: VerificationScene["create"] = async ({ custom_domain_id }, inputs) => {
    const news = {
      customDomainId: custom_domain_id,
      timeoutSeconds: 10,
      pollIntervalSeconds: 0.02,
      ...inputs,
    };
    const { id, outs } = await handlers.create(crossing({ __provider: "shell", ...news }));
    expect(id).toBe(custom_domain_id);
    return crossing(outs);
  };
  return {
    service,
    dns,
    log,
    stop,
    handlers,
    add: (domain = "login.example.com", type = "self_managed_certs") =>
      service.tenant.addDomain({ domain, type }),
    create,
    fail: (domain, inputs) =>
      create(domain, inputs).then(
        () => expect.fail("the create did not fail"),
        (error) => error,
      ),
    verifies,
    verified: (times) =>
      vi.waitUntil(() => verifies() >= times, { timeout: 10_000, interval: 5 }).then(() => {}),
  };
}

function ownershipForTest(): () => Ownership {
  const folder = folderForTest();
  const ownership = new Ownership(new Journal(["test"], folder));
  return () => ownership;
}

/** The record that proves the domain. `value` replaces the correct value. */
export function proof({ domain, verification }: CustomDomain, value?: string): DnsRecord {
  const [method] = verification.methods;
  const data = value ?? method?.record ?? "";
  const name = method?.domain ?? domain;
  return method?.name === "cname" ? { name, type: "CNAME", data } : { name, type: "TXT", data: [data] };
}

/** Starts a DNS server that never answers. `asked` resolves with its first question. */
export async function silentNameServer(): Promise<{ address: string; asked: Promise<unknown> }> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => new Promise((done) => socket.close(done)));
  return { address: `127.0.0.1:${socket.address().port}`, asked: once(socket, "message") };
}
