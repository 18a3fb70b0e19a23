import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DnsRecord } from "dns-packet";
import { expect, onTestFinished, vi } from "vitest";
import { Client } from "../../provider/client/client.ts";
import type { Settings } from "../../provider/config/settings.ts";
import type { Handlers, Props } from "../../provider/lifecycle/handlers.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { handlersOf } from "../../provider/lifecycle/resource-handlers.ts";
import {
  customDomainVerificationWith,
  type Schedule,
} from "../../provider/resources/custom-domain-verification.ts";
import { crossing } from "../resources/crossing.ts";
import { settingsFor } from "../resources/handlers.ts";
import { type NameServer, nameServer } from "../service/dns-for-test.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { CustomDomain, NewDomain } from "../service/records.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";

/** Turns come at once, so that no test waits for them; each test that is about them brings its own. */
export const hurry: Schedule = {
  verify: { intervalMs: 20, most: 1000, windowMs: 61_000 },
  progressMs: 60_000,
  dnsAnswerMs: 500,
};

/** A service that verifies over the DNS, and the handlers of CustomDomainVerification. */
export interface Scene {
  readonly service: Service;
  readonly dns: NameServer;
  readonly log: string[];
  /** What Ctrl-C aborts. */
  readonly stop: AbortController;
  readonly handlers: Handlers;
  /** A domain that awaits its verification. */
  add(domain?: string, type?: NewDomain["type"]): CustomDomain;
  create(domain: Pick<CustomDomain, "custom_domain_id">, inputs?: Props): Promise<Props>;
  /** A create that must fail; answers its error. */
  fail(domain: Pick<CustomDomain, "custom_domain_id">, inputs?: Props): Promise<Error & { code?: string }>;
  /** Requests to verify that the service got. */
  verifies(): number;
  /** Resolves once the service has answered so many requests to verify. */
  verified(times: number): Promise<void>;
}

interface Setting {
  readonly schedule?: Partial<Schedule>;
  readonly options?: ServiceOptions;
  readonly settings?: Partial<Settings>;
}

/** All of it ends with the test. */
export async function scene({ schedule, options, settings }: Setting = {}): Promise<Scene> {
  const dns = await nameServer();
  const service = await serviceForTest({ dnsServers: [dns.address], verifyLimit: 1000, ...options });
  const log: string[] = [];
  const stop = new AbortController();
  const client = new Client(await settingsFor(service, { dnsServers: [dns.address], ...settings }), (line) =>
    log.push(line),
  );
  onTestFinished(() => client.close());
  const handlers = handlersOf(customDomainVerificationWith({ ...hurry, ...schedule }), {
    client: () => client,
    journal: journalForTest(),
    log: (line) => log.push(line),
    stop: stop.signal,
  });
  const verifies = () => service.requests.writes.filter(({ status }) => status > 0).length;
  const create: Scene["create"] = async ({ custom_domain_id }, inputs) => {
    const news = {
      customDomainId: custom_domain_id,
      timeoutSeconds: 10,
      pollIntervalSeconds: 0.02,
      ...inputs,
    };
    const made = await handlers.create(crossing({ __provider: "shell", ...news }));
    expect(made.id).toBe(custom_domain_id);
    return crossing(made.outs);
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
        () => expect.fail("it did not fail"),
        (error) => error,
      ),
    verifies,
    verified: (times) =>
      vi.waitUntil(() => verifies() >= times, { timeout: 10_000, interval: 5 }).then(() => {}),
  };
}

function journalForTest(): () => Journal {
  const folder = mkdtempSync(join(tmpdir(), "idm-journal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal = new Journal(["test"], folder);
  return () => journal;
}

/** The record that proves the domain; `value` in place of the right one. */
export function proof({ domain, verification }: CustomDomain, value?: string): DnsRecord {
  const [method] = verification.methods;
  const data = value ?? method?.record ?? "";
  const name = method?.domain ?? domain;
  return method?.name === "cname" ? { name, type: "CNAME", data } : { name, type: "TXT", data: [data] };
}

/** The address of a DNS server that never answers, and a promise of its first question. */
export async function silentNameServer(): Promise<{ address: string; asked: Promise<unknown> }> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => new Promise((done) => socket.close(done)));
  return { address: `127.0.0.1:${socket.address().port}`, asked: once(socket, "message") };
}
