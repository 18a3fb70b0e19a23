import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { customDomainVerificationWith } from "../../provider/resources/custom-domain-verification.ts";
import { VerifyTurns } from "../../provider/verification/verify-turns.ts";
import { journalFolder, openProvider, type Provider, settingsFor } from "../resources/handlers.ts";
import { type Program, type Report, Stack } from "../resources/stack.ts";
import { succeeded } from "../resources/stack-for-test.ts";
import { testResources } from "../resources/webhook.ts";
import type { LoggedRequest } from "../service/request-log.ts";
import type { Service } from "../service/service.ts";
import { type Action, samples } from "./actions.ts";
import type { FaultRow } from "./fault-rows.ts";
import { deadlineMs, requestTimeoutMs } from "./limits.ts";
import type { Lent } from "./service-pool.ts";

/** What was observed while an action met a fault, and after the next `up` without a fault. */
export interface Observation {
  readonly report: Report;
  readonly elapsedMs: number;
  /** How often the request that met the fault was sent until the action ended. Further pages of a list do not count. */
  readonly sent: number;
  /** The number of other requests for lists. */
  readonly lookups: number;
  readonly warnings: readonly string[];
  /** What the next `up` did. */
  readonly next: Report["steps"][string] | undefined;
  /** The records at the service after that `up`. */
  readonly records: readonly object[];
}

/** The resources of the tests. A wait asks the service to verify the domain as often as it reads it. */
const resources = testResources.map((resource) =>
  resource.type === "CustomDomainVerification" ? eagerVerification() : resource,
);

function eagerVerification(): Resource {
  const turns = new VerifyTurns({ intervalMs: 50, maxRequests: 1_000_000, windowMs: 61_000 });
  return customDomainVerificationWith({ turns, progressMs: 60_000, dnsAnswerMs: 1_000 });
}

/** Runs one cell on a service that nothing else uses meanwhile. */
export async function observe(
  { service, dnsServer }: Lent,
  action: Action,
  row: FaultRow,
): Promise<Observation> {
  clear(service);
  const journal = journalFolder();
  const processes: Provider[] = [];
  const startProcess = async (baseUrl = service.baseUrl, authUrl = service.authUrl) => {
    const { client } = service;
    const credentials = { kind: "client-secret", clientId: client.id, clientSecret: client.secret } as const;
    const limits = {
      requestTimeoutMs: row.timesOut ? requestTimeoutMs : deadlineMs,
      retryDeadlineMs: deadlineMs,
      dnsServers: [dnsServer],
    };
    const settings = await settingsFor(service, { ...limits, credentials, baseUrl, authUrl });
    processes.push(openProvider(settings, journal.path, resources));
    return processes.at(-1) as Provider;
  };
  try {
    const stack = new Stack(await startProcess());
    await action.prepare(stack, service.tenant);
    await stack.provider.close();
    stack.provider = await startProcess(...(row.refused ? refusing(action) : []));
    const seen = await underFault(service, stack, action, row);
    await stack.provider.close();
    if (row.lateMs) await sleep(row.lateMs);
    stack.provider = await startProcess();
    const next = await cleanUp(stack, action.program(service.tenant), row);
    return { ...seen, next, records: action.records(service.tenant) };
  } finally {
    for (const provider of processes) await provider.close();
    journal.remove();
  }
}

function clear({ tenant, faults, requests }: Service): void {
  for (const { records } of samples) records(tenant).clear();
  tenant.redeliveries.length = 0;
  faults.clear();
  requests.reset();
}

/** Base address and authorisation server for a refused connection: nothing listens where the request goes. */
function refusing({ target }: Action): [string | undefined, string | undefined] {
  const closedPort = "http://127.0.0.1:9";
  return target.path.test("/oauth/token/") ? [undefined, closedPort] : [`${closedPort}/api/v2`, undefined];
}

async function underFault(
  service: Service,
  stack: Stack,
  action: Action,
  row: FaultRow,
): Promise<Omit<Observation, "next" | "records">> {
  const program = action.program(service.tenant);
  const { target } = action;
  if (row.gone && action.vanish) action.vanish(service.tenant);
  else if (row.fault) service.faults.add({ ...row.fault(), ...target });
  service.requests.reset();
  const startedMs = performance.now();
  const report = await action.run(stack, program);
  const elapsedMs = performance.now() - startedMs;
  const { api, token } = service.requests;
  service.faults.clear();
  const hits = [...api, ...token].filter(
    ({ method, path }) => method === target.method && target.path.test(path),
  );
  const lists = api.filter(
    (request) => request.method === "GET" && !hits.includes(request) && isList.test(request.path),
  );
  return {
    report,
    elapsedMs,
    sent: Math.max(0, requestsFor(hits) - (target.after ?? 0)),
    lookups: lists.length,
    warnings: stack.provider.log.filter((line) => line.startsWith("warning: ")),
  };
}

const isList = new RegExp(`^/api/v2(${samples.map(({ collection }) => collection).join("|")})$`);

/** Further pages of a list do not count. */
function requestsFor(hits: readonly LoggedRequest[]): number {
  return hits.length === 0 ? 0 : 1 + hits.length - new Set(hits.map(({ query }) => query)).size;
}

async function cleanUp(stack: Stack, program: Program, row: FaultRow): Promise<Observation["next"]> {
  if (row.gone) succeeded(await stack.refresh());
  const next = succeeded(await stack.up(program)).steps.it;
  const again = succeeded(await stack.up(program)).steps.it;
  expect(again === undefined || again === "same", "a second up finds nothing to do").toBe(true);
  return next;
}
