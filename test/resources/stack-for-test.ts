import { expect, onTestFinished } from "vitest";
import type { Settings } from "../../provider/config/settings.ts";
import type { Failure, Props } from "../../provider/lifecycle/handlers.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { openProvider, type Provider, settingsFor, type TypeName } from "./handlers.ts";
import { type Declared, type Program, type Report, Stack } from "./stack.ts";

/** A service, a stack and the handlers between them, which end with the test. */
export interface World {
  readonly service: Service;
  readonly stack: Stack;
  readonly provider: Provider;
  /** `up` that must succeed; answers the steps. */
  up(program: Program): Promise<Report["steps"]>;
  /** `up` of one resource that must fail; answers its error. */
  fail(declared: Declared): Promise<Error & { code?: string }>;
}

export async function worldForTest(
  options: ServiceOptions = {},
  settings: Partial<Settings> = {},
): Promise<World> {
  const service = await serviceForTest(options);
  const provider = openProvider(await settingsFor(service, settings));
  onTestFinished(() => provider.close());
  const stack = new Stack(provider);
  const up = async (program: Program) => succeeded(await stack.up(program)).steps;
  const fail = async (declared: Declared) => {
    const { errors } = await stack.up({ it: declared });
    return errors.it ?? expect.fail("it did not fail");
  };
  return { service, stack, provider, up, fail };
}

/** The report, when it has no errors. */
export function succeeded(report: Report): Report {
  const [first] = Object.values(report.errors);
  if (first) throw first;
  return report;
}

/** The failures of a check, without any service: property path to sentence. */
export async function failuresOf(type: TypeName, news: Props): Promise<Record<string, string>> {
  return reasonsByPath((await checkOnly(type, news)).failures);
}

/** Property path to sentence. No failure names a property: its reason begins with the path. */
export function reasonsByPath(failures: readonly Failure[]): Record<string, string> {
  expect(failures.filter(({ property }) => property !== "")).toEqual([]);
  return Object.fromEntries(failures.map(({ reason }) => splitReason(reason)));
}

function splitReason(reason: string): [path: string, reason: string] {
  const path = /^((?:[^\s["]|\["(?:[^"\\]|\\.)*"\]|\[\d+\])+) /.exec(reason)?.[1] ?? "";
  return [path, reason.slice(path.length + 1)];
}

/** A check, without any service, and the lines it told. */
export async function checkOnly(
  type: TypeName,
  news: Props,
): Promise<{ failures: Failure[]; log: string[] }> {
  const provider = openProvider({ ...offline });
  const { failures } = await provider.handlersOf(type).check({}, news);
  await provider.close();
  return { failures, log: provider.log };
}

/** Settings of a service that nobody reaches. */
export const offline: Settings = {
  baseUrl: "http://127.0.0.1:9/api/v2",
  authUrl: "http://127.0.0.1:9",
  audience: "/api/v2/",
  assertionAudience: undefined,
  credentials: { kind: "access-token", accessToken: "none" },
  maxConcurrency: 1,
  maxRequestsPerSecond: Number.POSITIVE_INFINITY,
  rateLimitReserve: 0,
  requestTimeoutMs: 100,
  retryDeadlineMs: 100,
  dnsServers: [],
  bulkRead: true,
  debug: false,
  logsJson: false,
};
