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
import { type Service, startService } from "../service/service.ts";
import { type Action, samples } from "./actions.ts";
import type { FaultRow } from "./fault-rows.ts";
import { deadlineMs, requestTimeoutMs } from "./limits.ts";
import type { Lent } from "./service-pool.ts";

/** Two lookups after each kind of fault. The time between them is no part of a cell. */
const looks = { lost: [200], slow: [200], interrupted: [200] };

/** What was observed while an action met a fault, and after the next `up` without a fault. */
export interface Observation {
  readonly report: Report;
  readonly elapsedMs: number;
  /** How often the request that met the fault was sent until the action ended. Further pages of a list do not count. */
  readonly sent: number;
  /** The number of other requests. */
  readonly others: number;
  /** How many of these asked for a list. */
  readonly lookups: number;
  /** Whether the list was of no use, so that more items than usual were read by their ids. */
  readonly isReadById: boolean;
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
  const startProcess = async (of = service, baseUrl = of.baseUrl, authUrl = of.authUrl) => {
    const { client } = of;
    const credentials = { kind: "client-secret", clientId: client.id, clientSecret: client.secret } as const;
    const limits = {
      requestTimeoutMs: row.timesOut ? requestTimeoutMs : deadlineMs,
      retryDeadlineMs: deadlineMs,
      dnsServers: [dnsServer],
    };
    const settings = await settingsFor(of, { ...limits, credentials, baseUrl, authUrl });
    processes.push(openProvider(settings, journal.path, { resources, looks }));
    return processes.at(-1) as Provider;
  };
  try {
    const stack = new Stack(await startProcess());
    await action.prepare(stack, service.tenant);
    await stack.provider.close();
    const elsewhere = row.elsewhere && action.vanish ? await startService() : undefined;
    stack.provider = elsewhere
      ? await startProcess(elsewhere)
      : await startProcess(service, ...(row.refused ? refusing(action) : []));
    const seen = await underFault(service, elsewhere ?? service, stack, action, row).finally(() =>
      elsewhere?.close(),
    );
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

/** Runs the action. `asked` is the service that its requests reach. */
async function underFault(
  service: Service,
  asked: Service,
  stack: Stack,
  action: Action,
  row: FaultRow,
): Promise<Omit<Observation, "next" | "records">> {
  const program = action.program(service.tenant);
  const { target, readsById } = action;
  if (row.gone && action.vanish) action.vanish(service.tenant);
  else if (row.fault && asked === service) service.faults.add({ ...row.fault(), ...target });
  asked.requests.reset();
  const startedMs = performance.now();
  const report = await action.run(stack, program);
  const elapsedMs = performance.now() - startedMs;
  const { api, token } = asked.requests;
  service.faults.clear();
  const hits = [...api, ...token].filter(
    ({ method, path }) => method === target.method && target.path.test(path),
  );
  const others = api.filter((request) => !hits.includes(request));
  const gets = others.filter(({ method }) => method === "GET");
  return {
    report,
    elapsedMs,
    sent: Math.max(0, requestsFor(hits) - (target.after ?? 0)),
    others: others.length,
    lookups: readsById === undefined ? gets.filter(({ path }) => isList.test(path)).length : 0,
    isReadById: readsById !== undefined && gets.length > readsById,
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
